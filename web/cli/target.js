// target.js: writes the file that --output names. A regular file appears or changes only when the
// result is complete; until then the bytes are in a temporary file next to it. Anything else (a
// device, a pipe, an open descriptor such as /dev/stdout) is written directly.
import { constants, rmSync, write as writeTo } from "node:fs";
import { access, open, readdir, readlink, realpath, rename, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { host } from "./host.js";
import { reasonOf } from "./input.js";

/** @typedef {(bytes: Uint8Array) => Promise<void>} Write */
/** @typedef {(write: Write) => Promise<void>} Body */

/** Writing failed. */
export class OutputError extends Error {}

/** Length to which a name is cut for the temporary file, so that its suffix always fits. */
const MAX_NAME_LENGTH = 40;
/** Paths of open descriptors of this process. */
const DESCRIPTOR = new RegExp(`^(?:/dev|/proc/(?:self|${process.pid}))/fd/(\\d+)$`);
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
 * @param {string | undefined} path undefined or "-" for standard output
 * @param {Body} body
 * @throws {OutputError}
 */
export async function writeFile(path, body) {
  const name = path === undefined || path === "-" ? undefined : path;
  try {
    if (name === undefined) await body(toDescriptor(1));
    else await writePlace(name, body);
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    if ("code" in error && error.code === "EPIPE") return;
    const why =
      /** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT"
        ? "no such folder"
        : reasonOf(error);
    throw new OutputError(`${name ?? "standard output"} cannot be written: ${why}`, {
      cause: error,
    });
  }
}

/** @param {string} path @param {Body} body */
async function writePlace(path, body) {
  const refuse = (/** @type {string} */ why) =>
    new OutputError(`${path} cannot be written: ${why}`);
  if (/[/\\]$/.test(path)) throw refuse("it names a folder");
  const place = await followed(path);
  const [, descriptor] = DESCRIPTOR.exec(place) ?? [];
  if (descriptor !== undefined) return body(toDescriptor(Number(descriptor)));
  const old = await stat(place).catch((error) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (old?.isDirectory()) throw refuse("it is a folder");
  if (old && !old.isFile()) {
    const file = await open(place, constants.O_WRONLY | constants.O_APPEND);
    return body(toDescriptor(file.fd)).finally(() => file.close());
  }
  // Root can write read-only files too, but should not.
  const writable =
    !old ||
    (await access(place, constants.W_OK).then(
      () => old.mode & 0o222,
      () => 0,
    ));
  if (!writable) throw refuse("it is read-only");
  const part = await temporaryBeside(place);
  // Set before the file exists, because a signal may arrive at any time.
  temporary = part;
  const stops = Object.entries(signals).map(([signal, code]) => {
    const stop = () => process.exit(code);
    process.on(signal, stop);
    return () => process.off(signal, stop);
  });
  const file = await open(part, "wx", old ? 0o600 : 0o666);
  try {
    if (old) {
      // Only root may give files away.
      await file.chown(old.uid, old.gid).catch(() => {});
      await file.chmod(old.mode & 0o777);
    }
    await body(toDescriptor(file.fd));
    await file.close();
    await rename(part, place);
    temporary = undefined;
  } catch (error) {
    await file.close().catch(() => {});
    removeTemporary();
    throw error;
  } finally {
    for (const off of stops) off();
  }
}

/** The path without symbolic links in its last part, even if there is no such file yet.
 * @param {string} path @param {number} [links] @returns {Promise<string>} */
async function followed(path, links = 0) {
  const place = join(await realpath(dirname(path)), basename(path));
  if (DESCRIPTOR.test(place) || links > 40) return place;
  const link = await readlink(place).catch(() => undefined);
  return link === undefined ? place : followed(resolve(dirname(place), link), links + 1);
}

/**
 * The path of a temporary file. Removes those that killed processes of this machine left.
 * @param {string} place
 */
async function temporaryBeside(place) {
  const start = `.${[...basename(place)].slice(0, MAX_NAME_LENGTH).join("")}.${hostname()}-`;
  for (const name of await readdir(dirname(place))) {
    const id = name.startsWith(start)
      ? /^(\d+)\.part$/.exec(name.slice(start.length))?.[1]
      : undefined;
    if (id !== undefined && !isRunning(Number(id))) {
      await rm(join(dirname(place), name), { force: true });
    }
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

const write = promisify(writeTo);

/** @param {number} descriptor @returns {Write} */
function toDescriptor(descriptor) {
  const stream = descriptor === 1 ? host.stdout : descriptor === 2 ? host.stderr : undefined;
  if (stream) {
    return (bytes) =>
      new Promise((done, failed) => {
        stream.write(bytes, (error) => {
          if (!error) done();
          // phasor.js ends the process after any other error of a stream.
          else if ("code" in error && error.code === "EPIPE") failed(error);
        });
      });
  }
  return async (bytes) => {
    for (let at = 0; at < bytes.length; ) {
      at += (await write(descriptor, bytes.subarray(at))).bytesWritten;
    }
  };
}
