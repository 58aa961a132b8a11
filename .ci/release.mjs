// node .ci/release.mjs [notes]: what a release needs besides the tests. Refuses a tag that does not
// match the version, and texts that are not ready. Writes the addresses of the repository, which
// the project's files do not name, into package.json. `notes` prints the version's part of
// CHANGELOG.md instead.
//
// From the environment, as GitHub Actions has it: GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_REF_NAME;
// and SITE_URL, the page's address, if there is one.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** @typedef {Record<string, string | undefined>} Environment */

/**
 * package.json with "repository", "homepage" and "bugs".
 * @param {Record<string, any>} manifest @param {Environment} environment
 */
export function addressed(manifest, { GITHUB_SERVER_URL, GITHUB_REPOSITORY, SITE_URL }) {
  if (!/^https:\/\/[\w.-]+$/.test(GITHUB_SERVER_URL ?? ""))
    throw new Error(`GITHUB_SERVER_URL must be https://HOST, got ${GITHUB_SERVER_URL}`);
  if (!/^[\w.-]+\/[\w.-]+$/.test(GITHUB_REPOSITORY ?? ""))
    throw new Error(`GITHUB_REPOSITORY must be OWNER/NAME, got ${GITHUB_REPOSITORY}`);
  const repository = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;
  return {
    ...manifest,
    repository: { type: "git", url: `git+${repository}.git` },
    homepage: SITE_URL || `${repository}#readme`,
    bugs: { url: `${repository}/issues` },
  };
}

/**
 * The part of CHANGELOG.md about a version, without its heading; undefined if it has none.
 * @param {string} changelog @param {string} version
 */
export function notesOf(changelog, version) {
  const [, ...parts] = changelog.split(/^## /m);
  const part = parts.find((each) => each.split(/\s/, 1)[0] === version);
  return part?.slice(part.indexOf("\n") + 1).trim();
}

/**
 * Why a version cannot be released yet.
 * @param {{ version: string, tag: string | undefined, changelog: string, readme: string }} texts
 * @returns {string[]}
 */
export function obstacles({ version, tag, changelog, readme }) {
  /** @type {string[]} */
  const found = [];
  if (tag !== `v${version}`) found.push(`the tag must be v${version}, got ${tag}`);
  if (!notesOf(changelog, version)) found.push(`CHANGELOG.md has nothing under "## ${version}"`);
  if (notesOf(changelog, "Unreleased"))
    found.push('CHANGELOG.md still has changes under "Unreleased"');
  if (/not on npm yet/.test(readme)) found.push('README.md still says "not on npm yet"');
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = new URL("../", import.meta.url);
  const read = (/** @type {string} */ name) => readFileSync(new URL(name, root), "utf8");
  const manifest = JSON.parse(read("package.json"));
  const changelog = read("CHANGELOG.md");
  if (process.argv[2] === "notes") {
    console.log(notesOf(changelog, manifest.version));
  } else {
    const tag = process.env.GITHUB_REF_NAME;
    const { version } = manifest;
    const found = obstacles({ version, tag, changelog, readme: read("README.md") });
    for (const each of found) console.error(`phasor: ${each}`);
    if (found.length > 0) process.exit(1);
    const text = JSON.stringify(addressed(manifest, process.env), null, 2);
    writeFileSync(new URL("package.json", root), `${text}\n`);
  }
}
