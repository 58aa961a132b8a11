// packages.mjs: the packages of package.json, from where `make bench-peers` installs them.
import { createRequire } from "node:module";

const require = createRequire(new URL("../../../build/bench/peers/index.js", import.meta.url));

/** A package, which has no types here. @param {string} name @returns {any} */
export const load = (name) => require(name);

/** @param {string} name @returns {string} */
export function versionOf(name) {
  const path = require.resolve(name);
  const folder = path.slice(0, path.lastIndexOf(`node_modules/${name}/`));
  return require(`${folder}node_modules/${name}/package.json`).version;
}

/** @param {string} name @returns {string} the folder of a package's built files */
export function distributionOf(name) {
  const path = require.resolve(name);
  return path.slice(0, path.lastIndexOf("/dist/") + 6);
}

/** ω_i. @param {number} d */
export function frequencies(d) {
  return Float64Array.from({ length: d / 2 }, (_, i) => 10000 ** ((-2 * i) / d));
}
