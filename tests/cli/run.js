// run.js: runs the command, in this process or as one of its own.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { afterAll, expect } from "vitest";
import { readTable } from "../../web/formats/index.js";
import { numpy, python } from "../formats/numpy.js";
import { models } from "../phasor/config.support.js";

export const root = fileURLToPath(new URL("../../", import.meta.url));
export const program = join(root, "web/cli/phasor.js");
const workerFile = join(root, "tests/cli/worker.js");

/** The environment without the variables about colours. */
const plainEnvironment = {
  ...process.env,
  NO_COLOR: undefined,
  FORCE_COLOR: undefined,
  CI: undefined,
  NODE_OPTIONS: undefined,
};

/** @typedef {{ input?: string | Uint8Array, cwd?: string, env?: Record<string, string> }} Surroundings */

/** Milliseconds after which a command counts as one that never ends. */
const LIMIT = 60_000;
const { port1: port, port2 } = new MessageChannel();
const ended = new Int32Array(new SharedArrayBuffer(4));
/** @type {Worker | undefined} */
let worker;

/** Runs the command in a thread of this process, where a call takes milliseconds. What pipes,
 * signals and exits do is tested with processes. @param {string[]} words
 * @param {Surroundings} [surroundings] without an input, nothing is sent */
export function phasor(words, { input, cwd, env } = {}) {
  if (!worker) {
    const workerData = { port: port2, ended };
    worker = new Worker(workerFile, { workerData, transferList: [port2] });
    worker.unref();
  }
  const back = process.cwd();
  if (cwd) process.chdir(cwd);
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  Atomics.store(ended, 0, 0);
  port.postMessage({ words, input: bytes, env: { ...plainEnvironment, ...env } });
  Atomics.wait(ended, 0, 0, LIMIT);
  process.chdir(back);
  const { message } = receiveMessageOnPort(port) ?? {};
  if (!message) throw new Error(`phasor ${words.join(" ")} does not end`);
  if (message.thrown) throw message.thrown;
  return result(message.code, message.out, message.errors);
}

/** Runs the command as a process; standard input is /dev/null without an input.
 * @param {string[]} words @param {Surroundings} [surroundings] */
export function phasorProcess(words, { input, cwd, env } = {}) {
  const ran = spawnSync(process.execPath, [program, ...words], {
    ...{ input, cwd, env: { ...plainEnvironment, ...env }, maxBuffer: 1 << 28 },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  return result(ran.status, ran.stdout, ran.stderr);
}

/** @param {number | null} code @param {Uint8Array} out @param {Uint8Array} errors */
const result = (code, out, errors) => ({
  code,
  bytes: new Uint8Array(out),
  out: Buffer.from(out).toString(),
  error: Buffer.from(errors).toString(),
});

/** What the command prints; it must succeed without messages. @param {string[]} words
 * @param {Surroundings} [surroundings] */
export function outputOf(words, surroundings) {
  const { code, out, error } = phasor(words, surroundings);
  expect({ code, error }).toEqual({ code: 0, error: "" });
  return out;
}

/** The one line that the command says; it must print nothing, and end with exit code 2.
 * @param {string[]} words @param {Surroundings} [surroundings] */
export function refused(words, surroundings) {
  const { code, out, error } = phasor(words, surroundings);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(error).toMatch(/^phasor: [^\n]*\n$/);
  return error;
}

/** The table that the command writes; it must succeed without messages. @param {string[]} args */
export function tableFrom(args) {
  const { code, bytes, error } = phasor(args);
  if (code !== 0 || error !== "") throw new Error(`phasor ${args.join(" ")}: ${code}\n${error}`);
  return readTable(bytes, "written");
}

/** The output of a line of shell, with phasor and python3 as commands. @param {string} line
 * @param {Record<string, string>} [env] @param {string} [cwd] */
export function shell(line, env = {}, cwd = root) {
  const commands = `phasor() { "${process.execPath}" "${program}" "$@"; }\npython3() { "${python()}" "$@"; }`;
  const options = {
    cwd,
    env: { ...plainEnvironment, ...env },
    encoding: /** @type {const} */ ("utf8"),
  };
  return execFileSync("bash", ["-c", `${commands}\n${line}`], options);
}

/**
 * What the command shows on a terminal, which is both its output and its errors. Ctrl-C is pressed
 * when it shows what `interrupt` says.
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, interrupt?: string, ending?: boolean, columns?: number }} [options]
 *   `ending`: show the exit code, too; `columns`: the terminal's width
 */
export function onTerminal(args, { env, interrupt = "", ending, columns } = {}) {
  const script = columns ? `stty cols ${columns}; "$@"` : 'trap : INT; "$@"; echo "exit code $?"';
  const shell = ending || columns ? ["bash", "-c", script, "bash"] : [];
  const result = numpy(
    `
import os, pty, json
os.environ.update(json.loads(sys.argv[1]))
for name in ("CI", "NO_COLOR", "FORCE_COLOR", "COLORTERM"):
    if name not in json.loads(sys.argv[1]): os.environ.pop(name, None)
stop = sys.argv[2].encode()
def read(terminal):
    global stop
    data = os.read(terminal, 1 << 16)
    if stop and stop in data:
        stop = b"" # once: a second Ctrl-C would end the command before it prints
        os.write(terminal, b"\\x03")
    return data
pty.spawn(sys.argv[3:], read)
`,
    [
      JSON.stringify({ TERM: "xterm", ...env }),
      interrupt,
      ...shell,
      process.execPath,
      program,
      ...args,
    ],
  );
  return result.replaceAll("\r\n", "\n");
}

/** A folder that is removed after the tests of the file. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), "phasor-cli-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Writes files into a folder, objects as JSON; returns a file's name. @param {string} folder */
export const writerIn =
  (folder) =>
  (/** @type {string} */ name, /** @type {string | Uint8Array | object} */ contents) => {
    const isText = typeof contents === "string" || contents instanceof Uint8Array;
    writeFileSync(join(folder, name), isText ? contents : JSON.stringify(contents));
    return name;
  };

/** Makes empty folders. @param {string} folder where */
export function emptyFolders(folder) {
  let count = 0;
  return () => {
    const path = join(folder, String(count++));
    mkdirSync(path);
    return path;
  };
}

/** A published model's configuration, in a file. @param {string} folder @param {string} name owner/model */
export function configuration(folder, name) {
  const object = models[name];
  const path = join(folder, writerIn(folder)(`${name.split("/")[1]}.json`, object));
  return { path, object };
}
