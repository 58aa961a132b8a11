// node .ci/totals.mjs [STATUS [REPORT…]]: adds up the results of Vitest and the native tests in
// build/test, and other Vitest reports. Prints the minutes since build/test/begun
// was made, the slowest tests, and "N passed, N failed" as the last
// line. A suite without a result did not finish, and counts as one failure. So does a STATUS other
// than 0 if nothing else failed.
import { readFileSync, statSync } from "node:fs";
import { relative } from "node:path";

/** How many of the slowest tests are printed. None should take more than 10 s on a quiet machine. */
const SLOWEST = 10;

/** @typedef {{ status: string, fullName: string, duration?: number }} Test */
/** @typedef {{ name: string, status: string, assertionResults: Test[] }} File */

const status = Number(process.argv[2] ?? 0);
let passed = 0;
let failed = 0;
/** @type {{ name: string, ms: number }[]} */
const timed = [];

/**
 * @param {string} file
 * @param {(text: string) => [number, number]} count passed and failed
 */
function add(file, count) {
  try {
    const [good, bad] = count(readFileSync(file, "utf8"));
    passed += good;
    failed += bad;
  } catch {
    console.log(`${file}: no result`);
    failed++;
  }
}

add("build/test/native.txt", (text) => {
  const [good, bad] = text.split(" ").map(Number);
  return [good, bad];
});

/** @param {string} text @returns {[number, number]} */
function reported(text) {
  const report = JSON.parse(text);
  const files = /** @type {File[]} */ (report.testResults);
  for (const { name, assertionResults } of files) {
    for (const { fullName, duration = 0 } of assertionResults) {
      timed.push({ name: `${relative("", name)} ${fullName}`, ms: duration });
    }
  }
  // A file that fails to load has no failed tests, so count the file.
  const broken = files.filter(
    (file) =>
      file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  ).length;
  const bad = report.numFailedTests + broken;
  return [report.numPassedTests, report.success || bad > 0 ? bad : 1];
}

for (const report of ["build/test/vitest.json", ...process.argv.slice(3)]) add(report, reported);

try {
  // Made when the tests began.
  const minutes = (Date.now() - statSync("build/test/begun").mtimeMs) / 60_000;
  console.log(`${minutes.toFixed(1)} minutes`);
} catch {
  console.log("The time is not known: the tests began elsewhere.");
}
console.log("The slowest tests:");
for (const { name, ms } of timed.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)) {
  console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
}

if (status !== 0 && failed === 0) {
  console.log("A check that is not a test failed; see above.");
  failed = 1;
}
console.log(`${passed} passed, ${failed} failed`);
