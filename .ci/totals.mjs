// node .ci/totals.mjs [STATUS [REPORT…]]: adds up what Vitest and the native tests wrote into
// build/test, and other reports of Vitest's, and ends with the line "N passed, N failed". A suite that
// left no result did not run to its end, and counts as one failure; so does a STATUS other than 0 with
// nothing else to show for it.
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
  // A file that cannot be loaded has no tests that could fail.
  const broken = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ file) =>
      file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  ).length;
  const bad = report.numFailedTests + broken;
  return [report.numPassedTests, report.success || bad > 0 ? bad : 1];
}

for (const report of ["build/test/vitest.json", ...process.argv.slice(3)]) add(report, reported);

if (status !== 0 && failed === 0) {
  console.log("A check other than a test failed; see above.");
  failed = 1;
}
console.log(`${passed} passed, ${failed} failed`);
