// On a server there is no DOM: importing an element must not need one.
import { expect, test } from "vitest";
import { elements } from "../../vite.config.js";

test.each(elements)("phasor-%s can be imported in Node", async (name) => {
  expect(typeof document).toBe("undefined");
  const module = await import(`../../web/elements/phasor-${name}.js`);
  expect(Object.values(module)).toHaveLength(1);
});
