// Importing an element must not require a DOM, which a server does not have.
import { expect, test } from "vitest";
import { figures as elements } from "../../rolldown.config.js";

test.each(elements)("phasor-%s can be imported in Node", async (name) => {
  expect(typeof document).toBe("undefined");
  const module = await import(`../../web/elements/phasor-${name}.js`);
  expect(Object.values(module)).toHaveLength(1);
});
