// figure.js: a figure as a page gets it: one built file, in a real browser.
import { chromium } from "playwright";
import { build } from "vite";
import { elementBuild } from "../../vite.config.js";

/** The text of build/elements/phasor-NAME.js. @param {string} name @returns {Promise<string>} */
export async function figureFile(name) {
  const { build: how, ...config } = elementBuild(name);
  const result = await build({
    ...config,
    configFile: false,
    logLevel: "silent",
    build: { ...how, write: false },
  });
  return /** @type {any[]} */ ([result].flat())[0].output[0].code;
}

export const openBrowser = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
