// findings.js: the codes of what a doctor found.

/** @typedef {{ findings: readonly { code: string, severity: string }[] }} Diagnosis */

export const codesOf = (/** @type {Diagnosis} */ { findings }) => findings.map(({ code }) => code);

export const problemsOf = (/** @type {Diagnosis} */ { findings }) =>
  codesOf({ findings: findings.filter(({ severity }) => severity === "problem") });
