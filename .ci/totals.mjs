// node .ci/totals.mjs [STATUS [REPORT…]]: adds up the results of Vitest and the native tests in
// build/test, and other Vitest reports. Prints the minutes since build/test/begun was made, the slowest
// tests and, in the last line, "N passed, N failed". A suite without a result counts as one failure. So
// does a STATUS other than 0 if nothing else failed.
import { existsSync, readFileSync, statSync } from "node:fs";
import { relative } from "node:path";

/** How many of the slowest tests are printed. None should take more than 10 s on a quiet machine. */
const SLOWEST = 10;
const [status = "0", ...reports] = process.argv.slice(2);
let [passed, failed] = [0, 0];
/** @type {{ name: string, ms: number }[]} */
const durations = [];

/** @param {string} file @param {(text: string) => [passed: number, failed: number]} count */
function addResult(file, count) {
  try {
    const [good, bad] = count(readFileSync(file, "utf8"));
    passed += good;
    failed += bad;
  } catch {
    console.log(`${file}: no result`);
    failed++;
  }
}

/** @param {string} text @returns {[passed: number, failed: number]} */
function countTests(text) {
  const report = JSON.parse(text);
  let bad = report.numFailedTests;
  for (const { name, status: result, assertionResults: tests } of report.testResults) {
    for (const { fullName, duration = 0 } of tests)
      durations.push({ name: `${relative("", name)} ${fullName}`, ms: duration });
    // A file that fails to load has no failed tests, so count the file.
    const hasFailed = tests.some(
      (/** @type {{ status: string }} */ test) => test.status === "failed",
    );
    if (result === "failed" && !hasFailed) bad++;
  }
  return [report.numPassedTests, report.success ? bad : Math.max(bad, 1)];
}

addResult("build/test/native.json", JSON.parse);
for (const report of ["build/test/vitest.json", ...reports]) addResult(report, countTests);

if (existsSync("build/test/begun")) {
  const minutes = (Date.now() - statSync("build/test/begun").mtimeMs) / 60_000;
  console.log(`${minutes.toFixed(1)} minutes`);
}
console.log("The slowest tests:");
for (const { name, ms } of durations.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST))
  console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
if (Number(status) !== 0 && failed === 0) {
  console.log("A check that is not a test failed; see above.");
  failed = 1;
}
console.log(`${passed} passed, ${failed} failed`);
