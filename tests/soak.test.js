// A short soak test; `make soak` runs the long one.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("memory and results stay the same over many calls", { timeout: 120_000 }, () => {
  const soak = fileURLToPath(new URL("soak/soak.mjs", import.meta.url));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--expose-gc", soak, "--calls", "100000", "--seconds", "2"],
    { encoding: "utf8" },
  );
  expect(stdout + stderr).toMatch(
    /^100000 small calls: .* MiB\n\d+ rounds of mixed work: .* MiB\n$/,
  );
  expect(status).toBe(0);
});
