// Vitest's configuration for the mutation check, in a copy of the project.
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { BaseSequencer } from "vitest/node";
import config from "../../vitest.config.js";
import { nameOf } from "./reach.mjs";

/** @import { TestSpecification } from "vitest/node" */

/** Runs the tests in the order in which they are given. Vitest would start with the slowest. */
class InOrder extends BaseSequencer {
  /** @override @param {TestSpecification[]} files */
  async sort(files) {
    return files;
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const [node, browser] = /** @type {any} */ (config).test.projects;
/** Slow is not broken. */
const patient = { testTimeout: 120_000, hookTimeout: 120_000 };

export default {
  ...config,
  // What is shared, node_modules, is outside of a copy.
  server: { fs: { strict: false } },
  test: {
    ...config.test,
    sequence: { sequencer: InOrder },
    projects: [
      {
        ...node,
        test: { ...node.test, ...patient, setupFiles: [`${root}tests/mutants/setup.node.js`] },
      },
      {
        ...browser,
        test: {
          ...browser.test,
          ...patient,
          setupFiles: [`${root}tests/mutants/setup.browser.js`],
          browser: {
            ...browser.test.browser,
            commands: {
              /** @param {{ testPath: string }} context @param {string} reached */
              reached({ testPath }, reached) {
                writeFileSync(
                  `${process.env.PHASOR_NOTES}/${nameOf(relative(root, testPath))}`,
                  reached,
                );
              },
            },
          },
        },
      },
    ],
  },
};
