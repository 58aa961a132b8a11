// target.js: writes the file that --output names. A regular file appears or changes only when the
// result is complete; until then the bytes are in a temporary file next to it. Anything else (a
// device, a pipe, an open descriptor such as /dev/stdout) is written directly.
import { randomUUID } from "node:crypto";
import { constants, fstatSync, rmSync, write as writeTo } from "node:fs";
import { access, open, readlink, realpath, rename, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

/** @import { Host, Output } from "./host.js" */
/** @import { Stats } from "node:fs" */
/** @import { FileHandle } from "node:fs/promises" */
/** @typedef {(bytes: Uint8Array) => Promise<void>} Write */
/** @typedef {(write: Write) => Promise<void>} Body */

/** Writing failed. */
export class OutputError extends Error {}

/** The same limit as in Linux. */
const MAX_LINKS = 40;
/** Length to which a name is cut for the temporary file, so that its suffix always fits. */
const MAX_NAME_LENGTH = 40;
/** The number of bytes to copy at a time. */
const PIECE = 1 << 20;

/** Exit codes for signals, which also remove the temporary file. */
const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** The temporary file, if there is one. */
const temporary = {
  /** @type {string | undefined} */
  path: undefined,
  /** Whether it is being copied into a file with hard links or another owner. */
  copying: false,
  /** The exit code for a signal that came while it was copied. */
  interrupted: 0,
};

/** Removes the temporary file, if there is one. */
export function removeTemporary() {
  if (temporary.path !== undefined) rmSync(temporary.path, { force: true });
  temporary.path = undefined;
}

/**
 * Lets `body` write to a file or to standard output, until the reader of a pipe closes it.
 * @param {Host} host @param {string | undefined} path undefined or "-" for standard output
 * @param {Body} body
 * @throws {OutputError}
 */
export async function writeFile(host, path, body) {
  try {
    if (path === undefined || path === "-") await body(toStream(host.stdout));
    else await writePlace(host, path, body);
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    if ("code" in error && error.code === "EPIPE") return;
    throw new OutputError(`${path} cannot be written: ${error.message}`, { cause: error });
  }
}

/** @param {Host} host @param {string} path @param {Body} body */
async function writePlace(host, path, body) {
  if (/[/\\]$/.test(path)) throw new OutputError(`${path} cannot be written: it names a folder`);
  const { place, descriptor, foreign } = await followLinks(path);
  if (descriptor !== undefined) return await writeDescriptor(host, descriptor, place, body);
  const old = await stat(place).catch(() => undefined);
  if (foreign || (old && !old.isFile())) return await writeThrough(place, body);
  // Root can write read-only files too, but should not.
  const allowed = (old?.mode ?? constants.S_IWUSR) & 0o222;
  const writable = old ? await access(place, constants.W_OK).catch((error) => error) : undefined;
  if (!allowed || writable) throw new OutputError(`${path} cannot be written: it is read-only`);
  return await writeReplacing(path, place, old, body);
}

/** Paths of open descriptors of this process. */
const OWN = new RegExp(`^(?:/dev|/proc/${process.pid}(?:/task/\\d+)?)/fd/(\\d+)$`);
/** Paths of open descriptors of other processes. */
const FOREIGN = /^\/proc\/.+\/fd\/\d+$/;

/**
 * Follows all symbolic links of a path, even to a file that does not exist yet. Links to open
 * descriptors are not followed: they open the descriptor, not the path that they show.
 * @param {string} path
 * @returns {Promise<{ place: string, descriptor?: number, foreign?: boolean }>}
 */
async function followLinks(path) {
  let at = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    const place = join(await realpath(dirname(at)), basename(at));
    const [, own] = OWN.exec(place) ?? [];
    if (own !== undefined) return { place, descriptor: Number(own) };
    if (FOREIGN.test(place)) return { place, foreign: true };
    const link = await readlink(place).catch(() => undefined);
    if (link === undefined) return { place };
    at = resolve(dirname(place), link);
  }
  throw new OutputError(`${path} cannot be written: too many symbolic links`);
}

/** @param {Host} host @param {number} descriptor @param {string} place @param {Body} body */
async function writeDescriptor(host, descriptor, place, body) {
  if (descriptor === 1) return await body(toStream(host.stdout));
  if (descriptor === 2) return await body(toStream(host.stderr));
  // Opening a regular file again would start at its beginning; anything else can be opened by name.
  if (!fstatSync(descriptor).isFile()) return await writeThrough(place, body);
  const write = promisify(writeTo);
  return await body((bytes) =>
    writeAll(bytes, async (rest) => (await write(descriptor, rest)).bytesWritten),
  );
}

/** @param {Output} stream @returns {Write} */
function toStream(stream) {
  return (bytes) =>
    new Promise((resolve, reject) => {
      stream.write(bytes, (error) => {
        if (!error) resolve();
        // phasor.js ends the process after any other error of a stream.
        else if ("code" in error && error.code === "EPIPE") reject(error);
      });
    });
}

/** @param {FileHandle} file @returns {Write} */
const toFile = (file) => (bytes) =>
  writeAll(bytes, async (rest) => (await file.write(rest)).bytesWritten);

/**
 * @param {Uint8Array} bytes
 * @param {(rest: Uint8Array) => Promise<number>} write returns the number of bytes written
 */
async function writeAll(bytes, write) {
  for (let at = 0; at < bytes.length; ) at += await write(bytes.subarray(at));
}

/** Writes to a device or a named pipe; throws for a folder. @param {string} place @param {Body} body */
async function writeThrough(place, body) {
  const file = await open(place, constants.O_WRONLY | constants.O_APPEND);
  try {
    await body(toFile(file));
  } finally {
    await file.close(); // devices and pipes have what was written
  }
}

/**
 * Writes to a temporary file, which then replaces the target. If the target has hard links or an
 * owner that the temporary file cannot have, the result is copied into it instead.
 * @param {string} path as it was given
 * @param {string} place @param {Stats | undefined} old @param {Body} body
 */
async function writeReplacing(path, place, old, body) {
  const name = [...basename(place)].slice(0, MAX_NAME_LENGTH).join("");
  const part = join(dirname(place), `.${name}.${randomUUID().slice(0, 8)}.part`);
  // Set before the file exists, because a signal may arrive at any time.
  temporary.path = part;
  const stops = Object.entries(signals).map(([signal, code]) => {
    const listener = () => stop(code);
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  try {
    await replace(path, place, part, old, body);
  } finally {
    for (const off of stops) off();
  }
}

/**
 * @param {string} path @param {string} place @param {string} part of the temporary file
 * @param {Stats | undefined} old @param {Body} body
 */
async function replace(path, place, part, old, body) {
  const file = await open(part, "wx", old ? 0o600 : 0o666);
  let sameOwner = true;
  try {
    if (old) sameOwner = await copyOwner(file, old);
    await body(toFile(file));
    await file.close();
  } catch (error) {
    await file.close().catch(() => {});
    removeTemporary();
    throw error;
  }
  if (sameOwner && (old?.nlink ?? 1) === 1) {
    await rename(part, place);
    temporary.path = undefined;
  } else {
    await copyInto(path, place, part);
    removeTemporary();
  }
}

/**
 * Gives a file the owner, group and permissions of another. Returns false if that is not permitted.
 * @param {FileHandle} file @param {Stats} old
 */
async function copyOwner(file, { uid, gid, mode }) {
  const own = await file.stat();
  if (own.uid !== uid || own.gid !== gid) {
    const given = await file.chown(uid, gid).then(
      () => true,
      () => false,
    );
    if (!given) return false;
  }
  await file.chmod(mode & 0o777);
  return true;
}

/** @param {string} path as it was given @param {string} place @param {string} part */
async function copyInto(path, place, part) {
  temporary.copying = true;
  try {
    const from = await open(part, "r");
    const to = await open(place, constants.O_WRONLY | constants.O_TRUNC);
    const piece = new Uint8Array(PIECE);
    for (;;) {
      const { bytesRead } = await from.read(piece);
      if (bytesRead === 0) break;
      await toFile(to)(piece.subarray(0, bytesRead));
    }
    await from.close();
    await to.close();
  } catch (error) {
    temporary.path = undefined; // keep it: it is the only complete result
    const why = error instanceof Error ? error.message : String(error);
    throw new OutputError(`${path} is incomplete: ${why}. The complete result is in ${part}`, {
      cause: error,
    });
  } finally {
    temporary.copying = false;
  }
  if (temporary.interrupted) stop(temporary.interrupted);
}

/** @param {number} code */
function stop(code) {
  // Finish a copy that has begun.
  if (temporary.copying) {
    temporary.interrupted = code;
    return;
  }
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  process.exit(code);
}
