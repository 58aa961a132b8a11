// signatures.js: the signatures of all marks, written from their JSDoc.
import { readFileSync } from "node:fs";

/** @param {string} path */
const read = (path) =>
  readFileSync(new URL(`../../web/elements/core/${path}`, import.meta.url), "utf8");

/** The braces' contents and the rest of a text that starts with a brace. @param {string} text @returns {[type: string, rest: string]} */
function braced(text) {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return [text.slice(1, at), text.slice(at + 1)];
  }
  throw new Error(`no end: ${text}`);
}

/** A comment's prose, and its tags with their types. @param {string} comment */
function parsed(comment) {
  const text = comment.replace(/\/\*\*|\*\/|^\s*\*(?!\/)/gm, " ").replace(/\s+/g, " ");
  const [prose, ...parts] = text.split(/ (?=@(?:param|property|returns|typedef)\b)/);
  const tags = parts.map((part) => {
    const [, kind, typed] = /^@(\w+) ?(.*)$/.exec(part) ?? [];
    const [type, remainder] = braced(typed.startsWith("{") ? typed : `{} ${typed}`);
    const [, optional, name, words] = /^ (\[)?(\w*)\]?(.*)$/.exec(`${remainder} `) ?? [];
    return { kind, type, name, optional: optional !== undefined, words: words.trim() };
  });
  return { prose: prose.trim(), tags };
}

/** Lines of a comment. @param {string} words @param {string} [indent] */
function commented(words, indent = "") {
  const lines = [`${indent}//`];
  for (const word of words.split(" ").filter(Boolean)) {
    const last = lines.length - 1;
    if (`${lines[last]} ${word}`.length <= 118) lines[last] += ` ${word}`;
    else lines.push(`${indent}// ${word}`);
  }
  return lines.filter((line) => line.trim() !== "//");
}

/** @param {ReturnType<typeof parsed>["tags"][number]} tag */
const member = ({ name, optional, type }) => `${name}${optional ? "?" : ""}: ${type}`;

/** A list of members between brackets, on lines of its own if it is long. @param {string} start @param {string[]} members @param {string} end */
const listed = (start, members, end) => {
  const line = start + members.join(", ") + end;
  return line.length <= 118 ? [line] : [start, ...members.map((entry) => `  ${entry},`), end];
};

const COMMENT = /\/\*\*(?:(?!\*\/)[\s\S])*\*\//.source;

/** The signatures of the marks that `phasor/figure` exports, and the types of their options. */
export function signatures() {
  const index = read("index.js");
  const files = Array.from(index.matchAll(/\{([^}]*)\} from "\.\/(marks\/\w+\.js)"/g), (match) => ({
    names: match[1].split(",").map((name) => name.trim()),
    text: read(match[2]),
  }));
  /** @type {string[]} */
  const marks = [];
  /** @type {string[]} */
  const types = [];
  for (const { names, text } of files) {
    for (const [, comment] of text.matchAll(new RegExp(`(${COMMENT})`, "g"))) {
      const { prose, tags } = parsed(comment);
      const [defined, ...properties] = tags;
      if (defined?.kind !== "typedef") continue;
      if (properties.length === 0)
        types.push(...commented(prose), `type ${defined.name} = ${defined.type};`);
      else {
        const lines = properties.flatMap((property) => [
          ...commented(property.words, "  "),
          `  ${member(property)};`,
        ]);
        types.push(...commented(prose), `type ${defined.name} = {`, ...lines, "};");
      }
    }
    const declared = new RegExp(`(${COMMENT})\\nexport (?:const|function) (\\w+)`, "g");
    for (const [, comment, name] of text.matchAll(declared)) {
      const { prose, tags } = parsed(comment);
      if (!names.includes(name) || tags.at(-1)?.type !== "Mark") continue;
      const parameters = tags.filter(({ kind }) => kind === "param");
      const notes = parameters.filter(({ words }) => words);
      marks.push(
        ...commented(prose),
        ...notes.flatMap(({ name, words }) => commented(`${name} – ${words}`)),
        ...listed(`${name}(`, parameters.map(member), ")"),
      );
    }
  }
  const text = [...marks, "", ...types].join("\n");
  // Without the types that no mark takes.
  return text.replace(/^type (\w+) = .*\n/gm, (line, name) =>
    text.match(new RegExp(`\\b${name}\\b`, "g"))?.length === 1 ? "" : line,
  );
}
