// Steps and buttons that set figures, the rail, and exercises that check answers.
import { describe, expect, test } from "vitest";
import { addAnswerForms, parseNumber } from "../../web/site/answers.js";
import { until } from "../until.js";
import { drawAll, expectSilence, frames, inWindow, openPage } from "./support.js";

/** @import { Page } from "./support.js" */

inWindow();

expectSilence();

/** Scrolls until a step of the clocks is at a height of the window. @param {Page} page @param {number} n @param {number} [part] of the window */
async function toStep({ document, window }, n, part = 0.4) {
  const step = document.querySelectorAll("#clocks .step")[n];
  await until(() => {
    window.scrollBy(0, step.getBoundingClientRect().top - part * window.innerHeight);
    expect(Math.abs(step.getBoundingClientRect().top - part * window.innerHeight)).toBeLessThan(2);
    expect(step.classList.contains("current")).toBe(true);
  });
  await frames(window);
}

describe("steps", () => {
  test("set the figure next to them, which stays in view", async () => {
    const page = await openPage({ width: 1300, height: 850 });
    await drawAll(page, ["clocks"]);
    const clocks = page.figure("clocks");
    await toStep(page, 1);
    expect([clocks.position, clocks.second, clocks.compare, clocks.highlight]).toEqual([
      37,
      81,
      true,
      "0",
    ]);
    await toStep(page, 2);
    expect([clocks.second, clocks.compare, clocks.highlight]).toEqual([81, true, ""]);
    const { top, bottom } = clocks.getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(56);
    expect(bottom).toBeLessThanOrEqual(850);
    await toStep(page, 4);
    expect([clocks.compare, clocks.p.secret]).toEqual([false, 90]);
    await toStep(page, 3);
    expect(clocks.p.secret).toBeUndefined();
    expect(page.document.querySelectorAll("#clocks .step.current")).toHaveLength(1);
  });

  test("keep what the reader has changed until the next step", async () => {
    const page = await openPage({ width: 1300, height: 850 });
    await drawAll(page, ["clocks"]);
    const clocks = page.figure("clocks");
    await toStep(page, 1);
    clocks.change({ position: 5 });
    page.window.scrollBy(0, -20);
    await frames(page.window);
    expect(clocks.position).toBe(5);
    await toStep(page, 2);
    expect(clocks.position).toBe(37);
  });

  test("are not skipped by a jump over the reading line", async () => {
    const page = await openPage({ width: 1300, height: 850 });
    await drawAll(page, ["scaling"]);
    const steps = [...page.document.querySelectorAll("#scaling .step")];
    const top = (/** @type {Element} */ step) => step.getBoundingClientRect().top;
    await until(() => {
      page.window.scrollBy(0, top(steps[0]) - 0.3 * 850);
      expect(steps[0].classList.contains("current")).toBe(true);
    });
    const last = steps[steps.length - 1];
    expect(last.getBoundingClientRect().height).toBeLessThan(0.3 * 850);
    page.window.scrollBy(0, top(last) - 0.08 * 850);
    await until(() => expect(last.classList.contains("current")).toBe(true));
    page.window.scrollBy(0, top(steps[1]) - 0.3 * 850);
    await until(() => expect(steps[1].classList.contains("current")).toBe(true));
  });

  test("go under the figure in a narrow window", async () => {
    const page = await openPage({ width: 375, height: 812 });
    await drawAll(page, ["clocks"]);
    await toStep(page, 3, 0.7);
    const { top, bottom, left, width } = /** @type {Element} */ (
      page.figure("clocks").closest("figure")
    ).getBoundingClientRect();
    expect(Math.abs(top - 48)).toBeLessThan(1);
    expect(bottom).toBeLessThanOrEqual(48 + 0.54 * 812 + 1);
    expect([left, width]).toEqual([0, 375]);
  });

  test("do not override a link", async () => {
    const page = await openPage({ width: 1300, height: 850, fragment: "#show=clocks&position=99" });
    await drawAll(page, ["clocks"]);
    // The page hears of what comes into view before this.
    await new Promise((resolve) =>
      new page.window.IntersectionObserver(
        ([{ isIntersecting }]) => isIntersecting && resolve(undefined),
      ).observe(page.figure("clocks").closest(".led")),
    );
    await frames(page.window);
    expect(page.figure("clocks").position).toBe(99);
  });
});

test("buttons set the figures", async () => {
  const page = await openPage({ width: 1300, height: 850 });
  await drawAll(page, ["clocks"]);
  await toStep(page, 1);
  const clocks = page.figure("clocks");
  const button = /** @type {HTMLElement} */ (
    page.document.querySelector('#clocks button.do[data-set="position=81"]')
  );
  button.click();
  await until(() => expect(clocks.position).toBe(81));
});

test("buttons far below a figure with steps set it, too", async () => {
  const page = await openPage({ width: 1300, height: 850 });
  await drawAll(page, ["rope"]);
  const rope = page.figure("rope");
  const button = /** @type {HTMLElement} */ (
    page.document.querySelector('#rope button.do[data-set^="layout=half"]')
  );
  button.scrollIntoView();
  await until(() => expect(rope.getBoundingClientRect().bottom).toBeLessThan(0));
  await frames(page.window);
  button.click();
  await until(() => expect(rope.getBoundingClientRect().top).toBeGreaterThan(0));
  await frames(page.window);
  expect([rope.layout, rope.p.show]).toEqual(["half", "score"]);
});

test("the rail shows chapter and step", async () => {
  const page = await openPage({ width: 1300, height: 850 });
  await drawAll(page, ["clocks"]);
  await toStep(page, 2);
  const current = page.document.querySelectorAll(".rail .current");
  expect([...current].map((mark) => mark.querySelector("a")?.hash)).toEqual(["#clocks"]);
  expect(current[0].querySelector("a")?.getAttribute("aria-current")).toBe("true");
  expect(current[0].querySelectorAll(".pips i")).toHaveLength(5);
  expect(current[0].querySelectorAll(".pips i.done")).toHaveLength(3);
  // The two chapters before.
  expect(page.document.querySelectorAll(".rail li.done")).toHaveLength(2);
  expect(page.document.querySelector(".bar")?.classList.contains("past")).toBe(true);
  const hand = /** @type {SVGElement} */ (page.document.querySelector(".hands .hand"));
  expect(hand.style.rotate).toMatch(/^[1-9][\d.]*deg$/);
});

describe("exercises", () => {
  test("read numbers as people write them", () => {
    expect(["47,117", "−0.5", " 3e4 ", "1/3", "12.5", "", "many"].map(parseNumber)).toEqual([
      47117,
      -0.5,
      3e4,
      1 / 3,
      12.5,
      Number.NaN,
      Number.NaN,
    ]);
  });

  test("say whether an answer is right", () => {
    const place = document.createElement("div");
    place.innerHTML =
      '<div class="answer" data-answer="12.5" data-within="0.05">How much?<details class="solution"></details></div>';
    document.body.append(place);
    addAnswerForms(place);
    const form = /** @type {HTMLFormElement} */ (place.querySelector("form"));
    const input = /** @type {HTMLInputElement} */ (place.querySelector("input"));
    const verdict = () => place.querySelector("output")?.textContent;
    expect(form.nextElementSibling?.localName).toBe("details");
    expect(place.querySelector("label")?.htmlFor).toBe(input.id);
    const enter = (/** @type {string} */ text) => {
      input.value = text;
      form.requestSubmit();
      return verdict();
    };
    expect(enter("12.54")).toBe("Right.");
    expect(form.classList.contains("right")).toBe(true);
    expect(enter("12.56")).toMatch(/^Not yet/);
    expect(form.classList.contains("right")).toBe(false);
    expect(enter("much")).toBe("Enter a number.");
    place.remove();
  });
});
