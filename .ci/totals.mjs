// node .ci/totals.mjs [STATUS [REPORT…]]: adds up the results of Vitest and the native tests in
// build/test, and other Vitest reports, and prints "N passed, N failed" as the last line. A suite
// without a result did not finish, and counts as one failure. So does a STATUS other than 0 if
// nothing else failed.
import { readFileSync } from "node:fs";

const status = Number(process.argv[2] ?? 0);
let passed = 0;
let failed = 0;

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
  // A file that fails to load has no failed tests, so count the file.
  const broken = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ file) =>
      file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  ).length;
  const bad = report.numFailedTests + broken;
  return [report.numPassedTests, report.success || bad > 0 ? bad : 1];
}

for (const report of ["build/test/vitest.json", ...process.argv.slice(3)]) add(report, reported);

if (status !== 0 && failed === 0) {
  console.log("A check that is not a test failed; see above.");
  failed = 1;
}
console.log(`${passed} passed, ${failed} failed`);
