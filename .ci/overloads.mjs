// Comments for the overloads of functions in JavaScript: tsc writes their declarations without any.

const COMMENT = String.raw`\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*`;

/** The lines of a comment, without its stars. @param {string} comment */
const linesOf = (comment) =>
  comment
    .replace(/^\/\*\*|\*\/\s*$/g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trimEnd());

/** A comment's prose, and its tags, each with its lines. @param {string} comment */
function parsed(comment) {
  /** @type {string[]} */
  const prose = [];
  /** @type {string[][]} */
  const tags = [];
  for (const line of linesOf(comment)) {
    if (line.startsWith("@")) tags.push([line]);
    else (tags.at(-1) ?? prose).push(line);
  }
  return { prose: prose.join("\n").trim(), tags: tags.map((lines) => lines.join("\n").trim()) };
}

/** Removes a type in braces, which may contain braces. @param {string} text */
function withoutType(text) {
  const start = text.indexOf("{");
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return text.slice(0, start) + text.slice(at + 1).trim();
  }
  return text;
}

/** A JSDoc tag as it is written in a declaration, which has types of its own. @param {string} tag */
function asTyped(tag) {
  const [name] = /^@\w+/.exec(tag) ?? [""];
  if (name === "@param")
    return withoutType(tag).replace(/^@param\s*\[?(\w+)[^\s\]]*\]?/, "@param $1");
  return name === "@returns" ? withoutType(tag) : tag;
}

/**
 * A file of declarations, with the comments that a source has on its overloads. The first overload's
 * text describes all of them; each has its own parameters.
 * @param {string} declarations @param {string} source
 */
export function documented(declarations, source) {
  let done = declarations;
  const groups = source.matchAll(new RegExp(`((?:${COMMENT})+)export function (\\w+)\\(`, "g"));
  for (const [, comments, name] of groups) {
    const blocks = (comments.match(new RegExp(COMMENT, "g")) ?? []).map(parsed);
    const overloads = blocks.filter(({ tags }) => tags.includes("@overload"));
    if (overloads.length === 0) continue;
    const [{ prose }] = overloads;
    const shared = blocks.flatMap(({ tags }) => tags.filter((tag) => tag.startsWith("@throws")));
    let at = 0;
    done = done.replace(new RegExp(`^export declare function ${name}\\b`, "gm"), (line) => {
      const own = overloads[at++];
      if (!own) throw new Error(`${name} has more declarations than overloads`);
      const tags = own.tags.filter((tag) => /^@(param|returns|example)/.test(tag)).map(asTyped);
      const text = [own.prose || prose, "", ...tags, ...shared].join("\n");
      return `/**\n${text
        .split("\n")
        .map((each) => ` * ${each}`.trimEnd())
        .join("\n")}\n */\n${line}`;
    });
    if (at !== overloads.length)
      throw new Error(`${name} has ${overloads.length} overloads, not ${at}`);
  }
  return done;
}
