// target.js: how bytes get into the file that --output names. A regular file appears, or changes, only
// when all is made: until then the bytes are in another file beside it. Anything else (a device, a
// pipe, an open descriptor such as /dev/stdout) is written through and stays what it is.
import { randomUUID } from "node:crypto";
import { fstatSync, constants as have, rmSync, write as writeTo } from "node:fs";
import { access, open, readlink, realpath, rename, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { complain } from "./say.js";

/** @import { Stats } from "node:fs" */
/** @import { FileHandle } from "node:fs/promises" */
/** @typedef {(bytes: Uint8Array) => Promise<void>} Write */
/** @typedef {(write: Write) => Promise<void>} Body */

/** Writing failed. */
export class OutputError extends Error {}

const UNWRITABLE = 2;
/** Linux follows no more. */
const MAX_LINKS = 40;
/** Of the name of an unfinished file, so that with its ending it is never too long. */
const MAX_NAME_LENGTH = 40;
/** Bytes that are copied at a time. */
const PIECE = 1 << 20;

/** What signals end the process with, once the unfinished file is gone. */
const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** The unfinished file, if there is one. */
const unfinished = {
  /** @type {string | undefined} */
  path: undefined,
  /** Whether its bytes are on their way into a file that others have open or linked. */
  copied: false,
  clean() {
    if (this.path !== undefined) rmSync(this.path, { force: true });
    this.path = undefined;
  },
};

/** Hears of pipes that close, which ends the work quietly, as with head. */
export function listen() {
  process.stdout.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code === "EPIPE") process.exit();
    complain(`standard output: ${error.message}`);
    process.exit(UNWRITABLE);
  });
  // Nobody is left to be told.
  process.stderr.on("error", () => {});
  process.on("exit", () => unfinished.clean());
}

/**
 * Has `body` write to a file, or to standard output.
 * @param {string | undefined} path undefined or "-" for standard output
 * @param {Body} body
 * @throws {OutputError}
 */
export async function writeFile(path, body) {
  if (path === undefined || path === "-") {
    await body(toStream(process.stdout));
    return;
  }
  try {
    await writePlace(path, body);
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    throw new OutputError(`${path} cannot be written: ${error.message}`, { cause: error });
  }
}

/** @param {string} path @param {Body} body */
async function writePlace(path, body) {
  if (/[/\\]$/.test(path)) throw new OutputError(`${path} cannot be written: it names a folder`);
  const { place, descriptor, foreign } = await followed(path);
  if (descriptor !== undefined) return await writeDescriptor(descriptor, place, body);
  const old = await stat(place).catch(() => undefined);
  if (foreign || (old && !old.isFile())) return await writeThrough(place, body);
  // The administrator may write everything, but has been asked not to.
  const allowed = (old?.mode ?? have.S_IWUSR) & 0o222;
  const writable = old ? await access(place, have.W_OK).catch((error) => error) : undefined;
  if (!allowed || writable) throw new OutputError(`${path} cannot be written: it is read-only`);
  return await writeApart(path, place, old, body);
}

/** Where an open descriptor of this process has a name. */
const OWN = new RegExp(`^(?:/dev|/proc/${process.pid}(?:/task/\\d+)?)/fd/(\\d+)$`);
/** Where one of another process has. */
const FOREIGN = /^\/proc\/.+\/fd\/\d+$/;

/**
 * The place that a path leads to, over all symbolic links, also those that lead nowhere yet. Links to
 * open descriptors are not followed: what they say is not where they lead.
 * @param {string} path
 * @returns {Promise<{ place: string, descriptor?: number, foreign?: boolean }>}
 */
async function followed(path) {
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

/** @param {number} descriptor @param {string} place @param {Body} body */
async function writeDescriptor(descriptor, place, body) {
  if (descriptor === 1) return await body(toStream(process.stdout));
  if (descriptor === 2) return await body(toStream(process.stderr));
  // To open a regular file anew would start at its beginning; of all else the name is as good.
  if (!fstatSync(descriptor).isFile()) return await writeThrough(place, body);
  const write = promisify(writeTo);
  return await body((bytes) =>
    all(bytes, async (rest) => (await write(descriptor, rest)).bytesWritten),
  );
}

/** @param {NodeJS.WriteStream} stream @returns {Write} */
function toStream(stream) {
  return (bytes) =>
    new Promise((resolve) => {
      stream.write(bytes, (error) => {
        if (!error) resolve(); // otherwise the process ends: see listen
      });
    });
}

/** @param {FileHandle} file @returns {Write} */
const toFile = (file) => (bytes) =>
  all(bytes, async (rest) => (await file.write(rest)).bytesWritten);

/** @param {Uint8Array} bytes @param {(rest: Uint8Array) => Promise<number>} write what it took */
async function all(bytes, write) {
  for (let at = 0; at < bytes.length; ) at += await write(bytes.subarray(at));
}

/** To a device or a named pipe; an error for a folder. @param {string} place @param {Body} body */
async function writeThrough(place, body) {
  const file = await open(place, have.O_WRONLY | have.O_APPEND);
  try {
    await body(toFile(file));
  } catch (error) {
    // The reader has had enough.
    if (!(error instanceof Error && "code" in error && error.code === "EPIPE")) throw error;
  } finally {
    await file.close();
  }
}

/**
 * To a file beside it, which then takes its place; or is copied into it, if it has other names
 * too (hard links) or an owner whom the other file cannot have.
 * @param {string} path as it was given
 * @param {string} place @param {Stats | undefined} old @param {Body} body
 */
async function writeApart(path, place, old, body) {
  const name = [...basename(place)].slice(0, MAX_NAME_LENGTH).join("");
  const apart = join(dirname(place), `.${name}.${randomUUID().slice(0, 8)}.part`);
  // Before the file is there: a signal may come at once.
  unfinished.path = apart;
  for (const [signal, code] of Object.entries(signals)) process.on(signal, () => stop(code));
  const file = await open(apart, "wx", old ? 0o600 : 0o666);
  let alike = true;
  try {
    if (old) alike = await become(file, old);
    await body(toFile(file));
    await file.close();
  } catch (error) {
    await file.close().catch(() => {});
    unfinished.clean();
    throw error;
  }
  if (alike && (old?.nlink ?? 1) === 1) {
    await rename(apart, place);
    unfinished.path = undefined;
  } else {
    await copyInto(path, place, apart);
    unfinished.clean();
  }
}

/**
 * Gives a file another's owner, group and permissions, if it may.
 * @param {FileHandle} file @param {Stats} old
 */
async function become(file, { uid, gid, mode }) {
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

/** @param {string} path as it was given @param {string} place @param {string} apart */
async function copyInto(path, place, apart) {
  unfinished.copied = true;
  try {
    const from = await open(apart, "r");
    const to = await open(place, have.O_WRONLY | have.O_TRUNC);
    const piece = new Uint8Array(PIECE);
    for (;;) {
      const { bytesRead } = await from.read(piece);
      if (bytesRead === 0) break;
      await toFile(to)(piece.subarray(0, bytesRead));
    }
    await from.close();
    await to.close();
  } catch (error) {
    unfinished.path = undefined; // it is all that there is
    const why = error instanceof Error ? error.message : String(error);
    throw new OutputError(`${path} is there in part: ${why}. All of it is in ${apart}`, {
      cause: error,
    });
  } finally {
    unfinished.copied = false;
  }
}

/** @param {number} code */
async function stop(code) {
  // A copy that has begun is finished.
  while (unfinished.copied) await setTimeout(10);
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  process.exit(code);
}
