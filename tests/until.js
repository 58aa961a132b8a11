// until.js: waits for a state of the page, however long a busy machine takes.
import { vi } from "vitest";

/** Milliseconds between two looks, and before a test fails that waits in vain. */
const WAIT = { interval: 20, timeout: 25_000 };

/** Resolves with the check's result when it does not throw any more. @template T @param {() => T | Promise<T>} check */
export const until = (check) => vi.waitFor(check, WAIT);
