// README.md states the oldest browsers; docs/development.md gives the reasons. No file needs newer
// syntax: esbuild, which rewrites what a target does not support, must find nothing to rewrite. No
// file uses features that those browsers lack.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { figures as names, sources } from "../../rolldown.config.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const readme = readFileSync(`${root}README.md`, "utf8").replace(/\s+/g, " ");

/** The oldest Chrome, Firefox and Safari. @typedef {[chrome: number, firefox: number, safari: number]} Versions */

/** @param {RegExp} pattern @returns {Versions} */
function oldest(pattern) {
  const [, ...versions] = pattern.exec(readme) ?? [];
  return /** @type {any} */ (versions.map(Number));
}
/** The oldest browsers after `await ready()`, and the oldest Chrome without it. */
const functions = oldest(
  /functions need Chrome or Edge \d+ \((\d+) after .*?\), Firefox (\d+) .*?, Safari (\d+\.\d+)/,
);
const [unready] = oldest(/functions need Chrome or Edge (\d+)/);
const figures = oldest(/figures need Chrome or Edge (\d+), Firefox (\d+) or Safari (\d+\.\d+)/);
const page = oldest(/the page needs Chrome or Edge (\d+), Firefox (\d+) or Safari (\d+\.\d+)/);

/** The versions as esbuild's targets. @param {Versions} versions */
const targets = (versions) =>
  ["chrome", "firefox", "safari"].map((name, i) => `${name}${versions[i]}`);

/** A bundle for a target. @param {string} file @param {string | string[]} target */
async function bundle(file, target) {
  const { outputFiles } = await build({
    entryPoints: [`${root}${file}`],
    bundle: true,
    write: false,
    format: "esm",
    target,
    loader: { ".md": "text" },
    logLevel: "error",
    plugins: [
      {
        name: "phasor",
        setup({ onResolve }) {
          onResolve({ filter: /^phasor(\/|$)/ }, ({ path }) => ({ path: sources[path] }));
        },
      },
    ],
  });
  return outputFiles[0].text;
}

it("the check works: esbuild rewrites what a browser lacks", async () => {
  const before = await bundle("web/phasor/index.js", "chrome90");
  expect(before).not.toBe(await bundle("web/phasor/index.js", "esnext"));
});

/** Features and the first versions that have them, by MDN's browser-compat-data. @type {[RegExp, ...Versions][]} */
const features = [
  [/\.findLast(Index)?\(/, 97, 104, 15.4],
  [/\bstructuredClone\(/, 98, 94, 15.4],
  [/\.roundRect\(/, 99, 112, 16],
  [/\bcontain: inline-size/, 105, 101, 16],
  [/@container\b/, 105, 110, 16],
  [/:has\(/, 105, 121, 15.4],
  [/\.checkVisibility\(/, 105, 106, 17.4],
  [/\.adoptedStyleSheets\b/, 73, 101, 16.4],
  [/\.to(Reversed|Sorted|Spliced)\(/, 110, 115, 16],
  [/color-mix\(/, 111, 113, 16.2],
  [/\.isWellFormed\(/, 111, 119, 16.4],
  // Without a check that there are popovers.
  [/(?<!["'`]popover["'`] ?in[\s\S]*)\.showPopover\(/, 114, 125, 17],
  [/\bAbortSignal\.any\(/, 116, 124, 17.4],
  [/\b(Object|Map)\.groupBy\(/, 117, 119, 17.4],
  [/@starting-style\b/, 117, 129, 17.5],
  [/\.withResolvers\(/, 119, 121, 17.4],
  [/\blight-dark\(/, 123, 120, 17.5],
  [/\bURL\.canParse\(/, 120, 115, 17],
  [/\bArray\.fromAsync\(/, 121, 115, 16.4],
  [/\.aria[A-Z]\w+ = /, 81, 119, 12.1],
  [/@property --/, 85, 128, 16.4],
  [/\.isSubsetOf\(|\.symmetricDifference\(/, 122, 127, 17],
];

/** The style sheets of the page; its build rewrites nested rules and light-dark(). */
const styles = () =>
  readdirSync(`${root}web/site`)
    .filter((name) => name.endsWith(".css"))
    .map((name) => readFileSync(`${root}web/site/${name}`, "utf8").replaceAll("light-dark(", "("));

it.each([
  ["web/phasor/index.js", functions],
  ["web/formats/index.js", functions],
  ...names.map((name) => /** @type {any} */ ([`web/elements/phasor-${name}.js`, figures])),
  ["web/site/main.js", page],
  ["web/site/gallery.js", page],
])("%s needs no newer browsers than %j", async (file, browsers) => {
  const code = await bundle(file, "esnext");
  expect(await bundle(file, targets(browsers))).toBe(code);
  const text = [code, ...(browsers === page ? styles() : [])].join("\n");
  const newer = features.filter(
    ([pattern, ...first]) => pattern.test(text) && first.some((since, i) => since > browsers[i]),
  );
  expect(newer.map(([pattern]) => pattern.source)).toEqual([]);
});

describe("docs/development.md", () => {
  const text = readFileSync(`${root}docs/development.md`, "utf8");
  const rows = Array.from(
    text.matchAll(/^\| (.+) \| (module|`web\/\w+\/`) \| (\d+) \| (\S+) \| (\S+) \|$/gm),
    ([, feature, where, ...first]) => ({
      feature,
      where: where.replace(/^`web\/(.*)\/`$/, "$1"),
      first: first.map((version) => Number(version) || 0), // "any"
    }),
  );
  /** The newest versions that files in these places need. @param {string[]} places @param {RegExp} [but] */
  const needed = (places, but = /^$/) =>
    [0, 1, 2].map((i) =>
      Math.max(
        ...rows
          .filter(({ where, feature }) => places.includes(where) && !but.test(feature))
          .map(({ first }) => first[i]),
      ),
    );

  it("gives the reasons for what README.md states", () => {
    const main = ["module", "phasor"];
    expect(needed(main, /synchronous compilation/)).toEqual(functions);
    expect(needed(main)[0]).toBe(unready);
    expect(needed([...main, "elements"])).toEqual(figures);
    expect(needed([...main, "elements", "site"])).toEqual(page);
  });

  it("names features that are used in the places that it names", () => {
    for (const { feature, where } of rows.filter((row) => /elements|site/.test(row.where))) {
      const folder = `${root}web/${where}`;
      const code = readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => /\.(js|css)$/.test(name))
        .map((name) => readFileSync(`${folder}/${name}`, "utf8"))
        .join("\n");
      for (const [, name] of feature.matchAll(/`([^`]+)`/g)) {
        expect(code, `${feature} in web/${where}/`).toContain(name.replace(/\)$/, ""));
      }
    }
  });
});
