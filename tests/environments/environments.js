// Every environment in which the package is tried.
import { browsers } from "./browsers.js";
import { bundlers } from "./bundlers.js";
import { frameworks } from "./frameworks.js";
import { interop } from "./interop.js";
import { recipes } from "./recipes.js";
import { runners } from "./runners.js";
import { runtimes } from "./runtimes.js";
import { VERSIONS } from "./versions.js";

/**
 * @typedef {object} Environment
 * @property {string} title as docs/environments.md names it
 * @property {(keyof typeof VERSIONS)[]} packages what it installs besides phasor
 * @property {string} tried what is done, for docs/environments.md
 * @property {string} [node] the Node.js in which it runs, if it does not run in every one
 * @property {(project: import("./project.js").Project) => Promise<void>} attempt throws if something fails
 */

/** @type {Record<string, Environment>} */
export const environments = {
  ...bundlers,
  ...frameworks,
  ...recipes,
  ...runners,
  ...runtimes,
  ...browsers,
  ...interop,
};

/** What it installs, by name. @param {Environment} environment @returns {Record<string, string>} */
export const packagesOf = ({ packages, node }) => ({
  ...Object.fromEntries(packages.map((name) => [name, VERSIONS[name]])),
  ...(node ? { node } : {}),
});
