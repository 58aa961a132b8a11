// run.js: runs the command as a separate process.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { readTable } from "../../web/formats/index.js";
import { numpy, python } from "../formats/numpy.js";

export const root = fileURLToPath(new URL("../../", import.meta.url));
export const program = join(root, "web/cli/phasor.js");

/** The environment without the variables about colours. */
const plain = {
  ...process.env,
  NO_COLOR: undefined,
  FORCE_COLOR: undefined,
  CI: undefined,
  NODE_OPTIONS: undefined,
};

/**
 * @param {string[]} args
 * @param {{ input?: string | Uint8Array, cwd?: string, env?: Record<string, string> }} [options]
 *   without an input, nothing is sent: standard input is /dev/null
 */
export function phasor(args, { input, cwd, env } = {}) {
  const ran = spawnSync(process.execPath, [program, ...args], {
    ...{ input, cwd, env: { ...plain, ...env }, maxBuffer: 1 << 28 },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  return {
    code: ran.status,
    bytes: new Uint8Array(ran.stdout),
    out: ran.stdout.toString(),
    error: ran.stderr.toString(),
  };
}

/** The table that the command writes; it must succeed without messages. @param {string[]} args */
export function written(args) {
  const { code, bytes, error } = phasor(args);
  if (code !== 0 || error !== "") throw new Error(`phasor ${args.join(" ")}: ${code}\n${error}`);
  return readTable(bytes, "written");
}

/**
 * The output of a line of shell, with phasor and python3 as commands.
 * @param {string} line @param {Record<string, string>} [env] @param {string} [cwd]
 */
export function shell(line, env = {}, cwd = root) {
  const commands = `phasor() { "${process.execPath}" "${program}" "$@"; }\npython3() { "${python()}" "$@"; }`;
  const options = { cwd, env: { ...plain, ...env }, encoding: /** @type {const} */ ("utf8") };
  return execFileSync("bash", ["-c", `${commands}\n${line}`], options);
}

/**
 * What the command shows on a terminal, which is both its output and its errors. Ctrl-C is pressed
 * when it shows what `interrupt` says; or it is interrupted after some seconds.
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, interrupt?: string, seconds?: number }} [options]
 */
export function onTerminal(args, { env, interrupt = "", seconds } = {}) {
  const limit = seconds ? ["timeout", "--foreground", "-s", "INT", String(seconds)] : [];
  const shown = numpy(
    `
import os, pty, json
os.environ.update(json.loads(sys.argv[1]))
for name in ("CI", "NO_COLOR", "FORCE_COLOR", "COLORTERM"):
    if name not in json.loads(sys.argv[1]): os.environ.pop(name, None)
stop = sys.argv[2].encode()
def read(terminal):
    data = os.read(terminal, 1 << 16)
    if stop and stop in data:
        os.write(terminal, b"\\x03")
    return data
pty.spawn(sys.argv[3:], read)
`,
    [
      JSON.stringify({ TERM: "xterm", ...env }),
      interrupt,
      ...limit,
      process.execPath,
      program,
      ...args,
    ],
  );
  return shown.replaceAll("\r\n", "\n");
}

/** A folder that is removed after the tests of the file. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), "phasor-cli-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Makes empty folders. @param {string} folder where */
export function emptyFolders(folder) {
  let count = 0;
  return () => {
    const path = join(folder, String(count++));
    mkdirSync(path);
    return path;
  };
}

/** A model's config.json, in a file. @param {string} folder @param {string} name */
export function configuration(folder, name) {
  const path = join(folder, `${name}.json`);
  const { config: object } = JSON.parse(readFileSync(`${root}tests/models/${name}.json`, "utf8"));
  writeFileSync(path, JSON.stringify(object));
  return { path, object };
}
