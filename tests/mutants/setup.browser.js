// Runs before a test file in a browser in the mutation check: reports what the file reached.
import { afterAll } from "vitest";
import { commands } from "vitest/browser";

afterAll(async () => {
  const { reachedParts } = /** @type {any} */ (globalThis);
  if (reachedParts) await /** @type {any} */ (commands).reached(JSON.stringify(reachedParts));
});
