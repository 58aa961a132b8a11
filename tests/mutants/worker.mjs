// worker.mjs: a process that runs Vitest many times. It gets the files that have changed and the
// tests to run, and answers with the tests that fail. An endless loop is ended by ending the
// process.
import { join } from "node:path";
import { createVitest } from "vitest/node";

const copy = process.cwd();
const vitest = await createVitest("test", {
  root: copy,
  config: join(copy, "tests/mutants/vitest.mutants.js"),
  watch: false,
  bail: 1,
  // A sign of life for each file of tests.
  reporters: [{ onTestModuleEnd: () => void process.send?.({ alive: true }) }],
  maxWorkers: 1,
  silent: true,
});
await vitest.standalone();
const all = await vitest.globTestSpecifications();

/** @param {{ changed: string[], tests: string[], bail: boolean }} order */
async function run({ changed, tests, bail }) {
  for (const file of changed) vitest.invalidateFile(join(copy, file));
  vitest.state.idMap.clear();
  vitest.state.filesMap.clear();
  for (const project of vitest.projects) {
    project.config.bail = bail ? 1 : 0;
    // What a test reaches is noted for each alone. Otherwise tests share a process: half the time.
    project.config.isolate = !bail;
  }
  const order = new Map(tests.map((test, n) => [join(copy, test), n]));
  const place = (/** @type {{ moduleId: string }} */ { moduleId }) => order.get(moduleId) ?? -1;
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    all.filter((specification) => place(specification) >= 0).sort((a, b) => place(a) - place(b)),
  );
  /** @type {string[]} */
  const failed = unhandledErrors.map((error) =>
    String(/** @type {any} */ (error)?.message ?? error),
  );
  /** @type {Record<string, number>} */
  const milliseconds = {};
  for (const module of testModules) {
    const test = module.relativeModuleId;
    const { duration, collectDuration } = module.diagnostic();
    milliseconds[test] = Math.round(duration + collectDuration);
    for (const error of module.errors()) failed.push(`${test}: ${error.message}`);
    for (const failure of module.children.allTests("failed")) {
      const [message] = (failure.result().errors?.[0]?.message ?? "").split("\n");
      failed.push(`${test}: ${failure.fullName}: ${message.slice(0, 160)}`);
    }
    for (const suite of module.children.allSuites()) {
      for (const error of suite.errors())
        failed.push(`${test}: ${suite.fullName}: ${error.message}`);
    }
  }
  return { failed, milliseconds };
}

process.on("message", async (/** @type {any} */ order) => {
  process.send?.(await run(order).catch((error) => ({ error: String(error?.stack ?? error) })));
});
process.on("disconnect", () => process.exit());
process.send?.({ ready: true });
