// The numbers in the text: each is marked, and matches what the package computes.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DEFAULTS } from "../../web/elements/state/parameters.js";
import { pages } from "../../web/site/build/chapters.js";
import { composePage } from "../../web/site/build/compose.js";
import { live } from "../../web/site/live.js";
import { quantities } from "../../web/site/quantities.js";
import { claims } from "./claims.js";

const page = Object.keys(pages)
  .map((file) => {
    const shell = readFileSync(new URL(`../../web/site/${file}`, import.meta.url), "utf8");
    return composePage(shell, file).replace(/[\s\S]*(?=<main)/, "");
  })
  .join("\n");

/** @param {string} text as written on the page: grouped digits, a long minus, a power of ten */
function read(text) {
  const powers = text.replace(/·10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)/, (_, power) => {
    const digits = [...power].map((sign) => (sign === "⁻" ? "-" : "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(sign)));
    return `e${digits.join("")}`;
  });
  return Number(powers.replaceAll(",", "").replace("−", "-"));
}

/** Half a unit of the last written digit. @param {string} written */
function halfUnit(written) {
  const [, decimals = "", power = "0"] = /^-?\d+(?:\.(\d+))?(?:e(-?\d+))?$/.exec(written) ?? [];
  return 0.5 * 10 ** (Number(power) - decimals.length);
}

const marked = [
  ...page.matchAll(/<data value="([^"]*)"(?: data-claim="([^"]*)")?>([^<]*)<\/data>/g),
];
const results = marked.filter(([, , claim]) => claim);

test.each(results.map(([, value, claim, text]) => ({ claim, value, text })))(
  "the number $claim in the text is $text",
  ({ claim, value, text }) => {
    expect(claims, `nothing computes ${claim}`).toHaveProperty([claim]);
    const computed = claims[claim]();
    expect(Math.abs(computed - Number(value)), `computed ${computed}`).toBeLessThanOrEqual(
      halfUnit(value) * (1 + 1e-9),
    );
    expect(read(text)).toBe(Number(value));
  },
);

const answers = [
  ...page.matchAll(
    /<div class="answer" data-answer="([^"]+)" data-within="([^"]+)" data-claim="([^"]+)"/g,
  ),
];

test.each(answers.map(([, answer, tolerance, claim]) => ({ claim, answer, tolerance })))(
  "the answer $claim is $answer, within $within",
  ({ claim, answer, tolerance }) => {
    expect(claims, `nothing computes ${claim}`).toHaveProperty([claim]);
    const computed = claims[claim]();
    // The rounding error of an answer that is exact.
    const slack = Math.max(Number(tolerance), 1e-6 * Math.abs(computed));
    expect(Math.abs(computed - Number(answer)), `computed ${computed}`).toBeLessThanOrEqual(slack);
  },
);

test("every answer is checked", () => {
  expect(answers.length).toBe([...page.matchAll(/data-answer=/g)].length);
  expect(answers.length).toBeGreaterThan(10);
});

test("every computation belongs to a number in the text", () => {
  const used = new Set([
    ...results.map(([, , claim]) => claim),
    ...answers.map(([, , , claim]) => claim),
  ]);
  expect(Object.keys(claims).filter((claim) => !used.has(claim))).toEqual([]);
});

test("numbers with decimals or thousands are marked", () => {
  const bare = page
    .replace(
      /<(data|span data-live|drag-number|math|pre|code|title)\b[\s\S]*?<\/(data|span|drag-number|math|pre|code|title)>/g,
      " ",
    )
    .replace(/<ul class="references">[\s\S]*?<\/ul>/g, " ")
    .replace(/<small>[^<]*<\/small>/g, " ")
    .replace(/<th\b[\s\S]*?<\/th>/g, " ")
    .replace(/<[^>]*>/g, " ");
  const numbers = bare.match(/\d+\.\d+|\d{1,3}(?:,\d{3})+/g) ?? [];
  // Exceptions: round numbers that are chosen, not computed, and versions of models.
  const chosen = new Set([
    "1,000",
    "10,000",
    "4,096",
    "8,192",
    "500,000",
    "1,024",
    "3.1",
    "3.5",
    "4.0",
  ]);
  const computed = numbers.filter((number) => !chosen.has(number));
  expect(computed.filter((number) => !/^(65,536|4,095|131,071|1,048,575)$/.test(number))).toEqual(
    [],
  );
});

test("numbers that follow the figures start with the computed value", () => {
  const places = [...page.matchAll(/data-live="([\w-]+)"[^>]*>([^<]*)</g)];
  expect(places.length).toBeGreaterThan(15);
  for (const [, name, text] of places) {
    expect(live, name).toHaveProperty([name]);
    expect(text, name).toBe(live[name](DEFAULTS));
  }
  const used = new Set(places.map(([, name]) => name));
  expect(Object.keys(live).filter((name) => !used.has(name))).toEqual([]);
});

test("numbers that can be dragged start with the initial state", () => {
  const places = [...page.matchAll(/<drag-number name="(\w+)">([^<]*)</g)];
  expect(places.length).toBeGreaterThan(4);
  for (const [, name, text] of places) {
    expect(read(text), name).toBe(quantities[name].value(DEFAULTS));
  }
});
