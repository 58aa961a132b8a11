// How chapters are built: steps next to a figure, and formulas with line breaks.
import { expect, test } from "vitest";
import { joinParts, splitFormula, toDisplay } from "../../web/site/build/formulas.js";
import { countSteps, endOf, withSteps } from "../../web/site/build/steps.js";

test("a block of steps keeps its figure first and its caption last", () => {
  const html =
    '<p>a</p><div class="led"><figure id="f"><phasor-x></phasor-x><figcaption><p>seen</p></figcaption></figure>' +
    '<div class="step" data-set="a=1"><div>one</div></div><div class="step">two</div></div><p>z</p>';
  const expanded = withSteps(html);
  expect(expanded.replaceAll("\n", "")).toBe(
    '<p>a</p><div class="led"><figure id="f"><phasor-x></phasor-x></figure>' +
      '<div class="steps"><div class="step" data-set="a=1"><div>one</div></div><div class="step">two</div></div>' +
      '<div class="led-caption"><p>seen</p></div></div><p>z</p>',
  );
  expect(countSteps(html)).toBe(2);
  expect(withSteps("<p>none</p>")).toBe("<p>none</p>");
  expect(withSteps(html + html).match(/led-caption/g)?.length).toBe(2);
  expect(() => withSteps('<div class="led"><p>no figure</p></div>')).toThrow(/without a figure/);
  expect(() => endOf("<div><div></div>", 0, "div")).toThrow(/not closed/);
});

const ROTARY = String.raw`(R_\pp q)^\top (R_\qq k) = q^\top R_\pp^\top R_\qq\, k = q^\top R_{\qq = \pp}\, k.`;

test("formulas break only at relations outside brackets", () => {
  expect(splitFormula(ROTARY)).toEqual([
    String.raw`(R_\pp q)^\top (R_\qq k)`,
    String.raw`= q^\top R_\pp^\top R_\qq\, k`,
    String.raw`= q^\top R_{\qq = \pp}\, k.`,
  ]);
  expect(splitFormula(String.raw`\begin{pmatrix} a = b \end{pmatrix}`)).toHaveLength(1);
  expect(splitFormula(String.raw`a \le b, \qquad \left( c = d \right)`)).toEqual([
    "a",
    String.raw`\le b,`,
    String.raw`\left( c = d \right)`,
  ]);
  expect(joinParts(["a", "= b", "c", "= d"])).toEqual(["a= b", "c= d"]);
});

test("a formula that fits into one line has one form, a longer formula has two", () => {
  expect(toDisplay("a = b")).not.toContain("broken");
  const two = toDisplay("a_0 + a_1 + a_2 + a_3 + a_4 + a_5 = b_0 + b_1 + b_2 + b_3 + b_4 + b_5");
  expect(two.match(/<math/g)?.length).toBe(2);
  expect(two).toContain('class="broken"');
});
