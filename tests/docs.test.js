// Runs every JavaScript example of the documentation, and compares the results with the values in
// its comments. `// 0.5`, `// [1, 2]`, `// Float32Array(6)`, `// "text"` and `// RangeError: …`
// after a statement are such values; other comments are prose.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as phasor from "phasor";
import * as laboratory from "phasor/lab";
import * as story from "phasor/story";
import { afterAll, describe, expect, it } from "vitest";

const root = new URL("../", import.meta.url);
const library = new URL("web/phasor/index.js", root);
const lab = new URL("web/phasor/lab.js", root);
const storyModel = new URL("web/phasor/story.js", root);
const names = Object.keys(phasor);

/** @param {string} name */
const read = (name) => readFileSync(new URL(name, root), "utf8");

/**
 * The examples in one language.
 * @param {string} name @param {string} language
 */
function examples(name, language) {
  /** @type {{ name: string, line: number, code: string }[]} */
  const blocks = [];
  const lines = read(name).split("\n");
  for (let i = 0; i < lines.length; i++) {
    if (lines[i].trim() !== `\`\`\`${language}`) continue;
    const line = i + 2;
    const code = [];
    while (lines[++i].trim() !== "```") code.push(lines[i]);
    blocks.push({ name, line, code: code.join("\n") });
  }
  return blocks;
}

const VALUE =
  /^(-?[\d.]+$|-?Infinity$|NaN$|".*"$|true$|false$|\[|(Float32|Float64|Int32|Uint8)Array|(Type|Range)Error)/;
const STATEMENT = /^(\s*)(?:(const|let) (\w+) = (.+)|(.+));\s*\/\/ (.+)$/;

/** An example as a module whose promises are checked. @param {string} code @param {number} first */
function instrument(code, first) {
  const lines = code.split("\n").map((text, i) => {
    const match = STATEMENT.exec(text);
    const value = match?.[6] ?? /\/\/ (.+)$/.exec(text)?.[1] ?? "";
    if (!VALUE.test(value)) return text;
    if (!match) throw new Error(`line ${first + i}: one statement in one line before a value`);
    const [, indent, keyword, variable, initial, expression] = match;
    const promise = `${JSON.stringify(value)}, ${first + i}`;
    if (!keyword) return `${indent}__check(() => (${expression}), ${promise});`;
    return `${indent}${keyword} ${variable} = ${initial}; __check(() => ${variable}, ${promise});`;
  });
  const header = /^import .* from "phasor";$/m.test(code)
    ? ""
    : `import { ${names.join(", ")} } from "phasor";\n`;
  return (header + lines.join("\n"))
    .replace(/from "phasor"/g, `from ${JSON.stringify(library.href)}`)
    .replace(/from "phasor\/lab"/g, `from ${JSON.stringify(lab.href)}`)
    .replace(/from "phasor\/story"/g, `from ${JSON.stringify(storyModel.href)}`);
}

/** @param {string} actual @param {string} documented @param {string} where */
function compareNumbers(actual, documented, where) {
  const decimals = /\.(\d+)$/.exec(documented)?.[1].length;
  const exact = decimals === undefined || Number(actual) === Number(documented);
  if (exact) expect(Number(actual), where).toBe(Number(documented));
  else expect(Number(actual).toFixed(decimals), where).toBe(documented);
}

/** @param {() => any} run @param {string} value @param {number} line */
function checkValue(run, value, line) {
  const where = `line ${line}: ${value}`;
  const error = /^(TypeError|RangeError): (.*)$/.exec(value);
  if (error) {
    expect(run, where).toThrow(error[1] === "TypeError" ? TypeError : RangeError);
    expect(run, where).toThrow(error[2]);
    return;
  }
  const actual = run();
  const sized = /^(\w+Array)\((\d+)\)$/.exec(value);
  const listed = /^(?:(\w+Array) )?\[(.*)\]$/.exec(value);
  if (sized ?? listed?.[1]) {
    expect(actual.constructor.name, where).toBe(sized?.[1] ?? listed?.[1]);
  }
  if (sized) {
    expect(actual, where).toHaveLength(Number(sized[2]));
  } else if (listed) {
    const entries = listed[2].split(", ").filter((entry) => entry !== "");
    const isCut = entries.at(-1) === "…";
    if (isCut) entries.pop();
    expect(isCut ? actual.length > entries.length : actual.length === entries.length, where).toBe(
      true,
    );
    entries.forEach((entry, i) => {
      if (entry.startsWith('"')) expect(JSON.stringify(actual[i]), where).toBe(entry);
      else compareNumbers(String(actual[i]), entry, `${where}, [${i}]`);
    });
  } else if (typeof actual === "number") {
    compareNumbers(String(actual), value, where);
  } else {
    expect(JSON.stringify(actual), where).toBe(value);
  }
}

// Within the repository, where examples find the libraries that they import.
mkdirSync(new URL("build/", root), { recursive: true });
const folder = mkdtempSync(fileURLToPath(new URL("build/docs-", root)));
afterAll(() => rmSync(folder, { recursive: true }));

const documents = ["README.md", "docs/api.md", "docs/coming-from.md", "docs/lab.md"];
const scripts = documents.flatMap((name) => examples(name, "js"));

describe("the examples of the documentation", () => {
  it.each(scripts)(
    "give the values in their comments: $name, line $line",
    async ({ name, code, line }) => {
      /** @type {any} */ (globalThis).__check = checkValue;
      const source = instrument(code, line);
      const file = join(folder, `${name.replace("/", "-")}-${line}.mjs`);
      writeFileSync(file, source);
      await import(/* @vite-ignore */ pathToFileURL(file).href);
    },
  );

  it("are many, and have many values", () => {
    expect(scripts.length).toBeGreaterThan(15);
    const promised = scripts.flatMap(
      ({ code, line }) => instrument(code, line).match(/__check\(/g) ?? [],
    );
    expect(promised.length).toBeGreaterThan(30);
  });

  it("fail with a wrong value", () => {
    const source = (/** @type {string} */ code) => instrument(code, 1);
    expect(source("frequencies(4); // [1, 0.01]")).toContain("__check(() => (frequencies(4))");
    expect(source("const x = 1; // prose")).not.toContain("__check");
    expect(source("const x = 1; // 100 tokens")).not.toContain("__check");
    expect(() => source("if (x) { // 5")).toThrow("one statement");
    expect(() => checkValue(() => 0.12344, "0.1235", 1)).toThrow("0.1235");
    expect(() => checkValue(() => [1, 2], "[1, 3]", 1)).toThrow();
    expect(() => checkValue(() => [1, 2], "[1]", 1)).toThrow();
    expect(() => checkValue(() => 5, "RangeError: no", 1)).toThrow();
    expect(() => checkValue(() => new Float32Array(3), "Float64Array(3)", 1)).toThrow();
    checkValue(() => 0.12344, "0.1234", 1);
    checkValue(() => Float32Array.of(1, 2, 3), "Float32Array [1, 2, …]", 1);
  });
});

describe("docs/api.md", () => {
  const text = read("docs/api.md");
  const headings = [...text.matchAll(/^#+ .*$/gm)].join("\n");
  const [contents] = text.split("\n## ");

  it.each([...names, ...Object.keys(laboratory), ...Object.keys(story)])(
    "has a heading for %s, and names it in the contents",
    (name) => {
      expect(headings).toMatch(new RegExp(`\\b${name}\\b`));
      expect(contents).toContain(`\`${name}\``);
    },
  );
});

/** The anchors of a document's headings, as GitHub makes them. @param {string} name */
const anchorsOf = (name) =>
  [...read(name).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, "")
      .replaceAll(" ", "-"),
  );

describe("all documents", () => {
  const files = [
    ...["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"],
    ...readdirSync(new URL("docs/", root))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
  ];

  it.each(files)("%s links to files and headings that exist", (name) => {
    for (const [, target, anchor] of read(name).matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g)) {
      const url = target ? new URL(target, new URL(name, root)) : new URL(name, root);
      const file = fileURLToPath(url);
      if (!/\.png$/.test(target)) expect(statSync(file, { throwIfNoEntry: false })).toBeDefined();
      if (anchor) expect(anchorsOf(url.href.slice(root.href.length))).toContain(anchor);
    }
  });
});
