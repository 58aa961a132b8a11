// target.js: writes the file that --output names. A regular file appears or changes only when the
// result is complete; until then the bytes are in a temporary file next to it. Anything else (a
// device, a pipe, an open descriptor such as /dev/stdout) is written directly.
import { constants, rmSync } from "node:fs";
import { access, open, readdir, readlink, realpath, rename, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { host } from "./host.js";
import { reasonOf } from "./input.js";

/** @typedef {(bytes: Uint8Array) => Promise<void>} Write */
/** @typedef {(write: Write) => Promise<void>} Body */

/** Writing failed. */
export class OutputError extends Error {}

/** Length to which a name is cut for the temporary file, so that its suffix always fits. */
const MAX_NAME_LENGTH = 40;
/** Names of the streams that are open already. */
const STREAM = /^(-|\/dev\/stdout|\/dev\/fd\/1)$|^\/dev\/(stderr|fd\/2)$/;
/** Where nothing is created or renamed. */
const DEVICES = /^\/(dev|proc)\//;
/** Exit codes for signals, which also remove the temporary file. */
const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** The temporary file, if there is one. @type {string | undefined} */
let temporary;

/** Removes the temporary file. */
export function removeTemporary() {
  if (temporary !== undefined) rmSync(temporary, { force: true });
  temporary = undefined;
}

/**
 * Lets `body` write to a file or to standard output. If the reader of a pipe closes it, the rest is
 * left out.
 * @param {string | undefined} path "-" for standard output
 * @param {Body} body
 * @throws {OutputError}
 */
export async function writeFile(path = "-", body) {
  try {
    await writeTarget(path, body);
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    if ("code" in error && error.code === "EPIPE") return;
    const missing = "code" in error && error.code === "ENOENT";
    const why = missing ? "no such folder" : reasonOf(error);
    throw new OutputError(`${path === "-" ? "standard output" : path} cannot be written: ${why}`, {
      cause: error,
    });
  }
}

/** @param {string} path @param {Body} body */
async function writeTarget(path, body) {
  const refuse = (/** @type {string} */ why) =>
    new OutputError(`${path} cannot be written: ${why}`);
  const [, out, errors] = STREAM.exec(path) ?? [];
  if (out || errors) return body(toStream(out ? host.stdout : host.stderr));
  if (/[/\\]$/.test(path)) throw refuse("it names a folder");
  const missing = (/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code !== "ENOENT") throw error;
  };
  const old = await stat(path).catch(missing);
  if (old?.isDirectory()) throw refuse("it is a folder");
  if (DEVICES.test(path) || (old && !old.isFile())) {
    const file = await open(path, constants.O_WRONLY | constants.O_APPEND);
    return body((bytes) => file.writeFile(bytes)).finally(() => file.close());
  }
  const place = (await realpath(path).catch(missing)) ?? (await followLink(path));
  const writable = await access(place, constants.W_OK).then(
    () => (old?.mode ?? 0o222) & 0o222, // root can write read-only files too, but should not
    (error) => error.code === "ENOENT",
  );
  if (!writable) throw refuse("it is read-only");
  // Set before the file exists, because a signal may arrive at any time.
  temporary = await temporaryPath(place);
  const unsubscribers = Object.entries(signals).map(([signal, code]) => {
    const stop = () => process.exit(code);
    process.on(signal, stop);
    return () => process.off(signal, stop);
  });
  const file = await open(temporary, "w", old ? 0o600 : 0o666);
  try {
    if (old) {
      // Only root may give files away.
      await file.chown(old.uid, old.gid).catch(() => {});
      await file.chmod(old.mode & 0o777);
    }
    await body((bytes) => file.writeFile(bytes));
    await file.close();
    await rename(temporary, place);
    temporary = undefined;
  } catch (error) {
    await file.close().catch(() => {});
    removeTemporary();
    throw error;
  } finally {
    for (const unsubscribe of unsubscribers) unsubscribe();
  }
}

/** Where a symbolic link whose target is missing leads; other paths lead to themselves.
 * @param {string} path @returns {Promise<string>} */
async function followLink(path) {
  const target = await readlink(path).catch(() => undefined);
  return target === undefined ? path : followLink(resolve(await realpath(dirname(path)), target));
}

/** The path of a temporary file. Removes those that killed processes of this machine left. @param {string} place */
async function temporaryPath(place) {
  const start = `.${[...basename(place)].slice(0, MAX_NAME_LENGTH).join("")}.${hostname()}-`;
  for (const name of await readdir(dirname(place))) {
    const [, id] = (name.startsWith(start) && /^(\d+)\.part$/.exec(name.slice(start.length))) || [];
    if (id && !isRunning(Number(id))) await rm(join(dirname(place), name), { force: true });
  }
  return join(dirname(place), `${start}${process.pid}.part`);
}

/** @param {number} id of a process */
function isRunning(id) {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** @param {import("./host.js").Output} stream @returns {Write} */
function toStream(stream) {
  return (bytes) =>
    new Promise((done, failed) => {
      stream.write(bytes, (error) => {
        if (!error) done();
        // phasor.js ends the process after any other error of a stream.
        else if ("code" in error && error.code === "EPIPE") failed(error);
      });
    });
}
