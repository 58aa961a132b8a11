// node .ci/dist.mjs: builds dist/ except its types: what npm and CDNs serve for use without a
// bundler. A file for each figure, a second one for three of them, and one for all functions, with
// source maps; CommonJS, and phasor/core.
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { build } from "vite";
import {
  browserBuild,
  coreBuild,
  coreModulesBuild,
  elementBuild,
  elements,
  requireBuild,
  seconds,
} from "../vite.config.js";

const dist = new URL("../dist/", import.meta.url);
mkdirSync(dist, { recursive: true });
for (const name of readdirSync(dist)) {
  if (name !== "types") rmSync(new URL(name, dist), { recursive: true });
}

/**
 * Removes the sources from a source map if the package contains their files.
 * @type {import("vite").Plugin}
 */
const mapsOnly = {
  name: "maps",
  enforce: "post",
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === "chunk" || !file.fileName.endsWith(".map")) continue;
      const map = JSON.parse(String(file.source));
      // The map keeps only sources that the package does not contain.
      map.sourcesContent = map.sourcesContent.map(
        (/** @type {string} */ text, /** @type {number} */ n) =>
          map.sources[n].startsWith("../.ci/") ? text : null,
      );
      file.source = JSON.stringify(map);
    }
  },
};

/** @param {import("vite").UserConfig} config @param {boolean} sourcemap */
const write = ({ build: how, plugins, ...config }, sourcemap) =>
  build({
    ...config,
    configFile: false,
    logLevel: "warn",
    plugins: [plugins, mapsOnly],
    build: { ...how, sourcemap },
  });

const files = [...elements, ...seconds].map(elementBuild);
for (const config of [browserBuild(), ...files]) await write(config, true);
for (const config of [requireBuild(), coreBuild(), coreModulesBuild()]) await write(config, false);
