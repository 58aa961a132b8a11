// Test runners: the functions, `require`, and figures in the documents that stand in for a browser's.
import { ANSWER, WANTED } from "./programs.js";
import { NODES } from "./versions.js";

/** @typedef {import("./environments.js").Environment} Environment */

const TABLE = `
test("a table", () => {
  expect(${ANSWER}).toBe(${JSON.stringify(WANTED)});
  expect(diagnose(sinusoidal(16, 8), [16, 8]).kind).toBe("sinusoidal");
});
`;

/** Without layout and canvas, the element must exist, accept properties, compute, and be removed.
 * */
const FIGURE = `
test("a figure", async () => {
  const figure = document.createElement("phasor-clocks");
  figure.setAttribute("d-model", "32");
  document.body.append(figure);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(figure.dModel).toBe(32);
  figure.position = 5;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(figure.position).toBe(5);
  expect(figure.toCSV()).toMatch(/^pair,/);
  figure.remove();
});
`;

const IMPORTS = `import { diagnose, sinusoidal } from "phasor";
import "phasor/clocks";
`;

function vitest(/** @type {string[]} */ documents) {
  /** @type {Environment["attempt"]} */
  return async ({ write, run }) => {
    const [document] = documents;
    const test = `import { expect, test } from "vitest";\n`;
    write("table.test.js", test + IMPORTS + TABLE);
    if (!document) return void (await run("vitest run"));
    write(
      "figure.test.js",
      `// @vitest-environment ${document}\n${test}${IMPORTS}${TABLE}${FIGURE}`,
    );
    await run("vitest run");
  };
}

/** @type {Record<string, Environment>} */
export const runners = {
  "vitest-node": {
    title: "Vitest, node",
    packages: ["vitest", "vite"],
    node: NODES.current,
    tried: "a table; the import of a figure",
    attempt: vitest([]),
  },
  "vitest-happy-dom": {
    title: "Vitest, happy-dom",
    packages: ["vitest", "vite", "happy-dom"],
    node: NODES.current,
    tried: "a table; a figure is made, changed and removed",
    attempt: vitest(["happy-dom"]),
  },
  "vitest-jsdom": {
    title: "Vitest, jsdom",
    packages: ["vitest", "vite", "jsdom"],
    node: NODES.current,
    tried: "a table; a figure is made, changed and removed",
    attempt: vitest(["jsdom"]),
  },
  jest: {
    title: "Jest, node and jsdom",
    packages: ["jest", "jest-environment-jsdom"],
    tried: "`import` of functions and figures, with `--experimental-vm-modules`",
    async attempt({ write, run }) {
      write("table.test.mjs", IMPORTS + TABLE);
      write("figure.test.mjs", `/** @jest-environment jsdom */\n${IMPORTS}${TABLE}${FIGURE}`);
      const config = { testMatch: ["**/*.test.mjs"], moduleFileExtensions: ["js", "mjs", "json"] };
      write("jest.config.json", { ...config, transform: {} });
      await run("node --experimental-vm-modules node_modules/jest/bin/jest.js");
    },
  },
};
