// run.mjs [NAME …]: tries the package, packed as npm delivers it, in each environment or in the
// named ones, prints what failed, and writes docs/environments.md.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packTo } from "../package/consumer.js";
import { environments, packagesOf } from "./environments.js";
import { createProject } from "./project.js";
import { record } from "./table.js";

const selected = process.argv
  .slice(2)
  .flatMap((word) => word.split(/[ ,]+/))
  .filter(Boolean);
const unknown = selected.filter((name) => !Object.hasOwn(environments, name));
if (unknown.length) {
  console.error(
    `no such environment: ${unknown.join(", ")}\n${Object.keys(environments).join(" ")}`,
  );
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "phasor-packed-"));
const tarball = packTo(folder);
let failed = 0;
const names = selected.length ? selected : Object.keys(environments);
for (const name of names) {
  const environment = environments[name];
  const start = Date.now();
  const seconds = () => `${((Date.now() - start) / 1000).toFixed(0)} s`;
  /** @type {import("./project.js").Project | undefined} */
  let project;
  try {
    project = await createProject(name, packagesOf(environment), tarball);
    await environment.attempt(project);
    console.log(`passed  ${name} (${seconds()})`);
    record(name, true);
  } catch (error) {
    failed++;
    const text = error instanceof Error ? error.message : String(error);
    console.log(`FAILED  ${name} (${seconds()})\n${text.slice(-6000).replace(/^/gm, "  | ")}`);
    record(name, false);
  } finally {
    if (project && process.env.KEEP) console.log(`  kept ${project.folder}`);
    else await project?.end();
  }
}
rmSync(folder, { recursive: true });
console.log(`${names.length - failed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
