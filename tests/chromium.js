// chromium.js: a browser for the tests of a file.
import { afterAll, beforeAll } from "vitest";
import { launch } from "./serving.js";

/** Starts Chromium before a file's tests, and ends it after them. */
export function inChromium() {
  /** @type {import("playwright").Browser} */
  let browser;
  beforeAll(async () => {
    browser = await launch();
  }, 60_000);
  afterAll(() => browser?.close());
  return () => browser;
}
