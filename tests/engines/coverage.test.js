// The computation of all engines uses every export, and every method of every class.
import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import * as phasor from "../../web/phasor/index.js";
import * as lab from "../../web/phasor/lab.js";
import * as story from "../../web/phasor/story.js";
import { compute } from "./computation.js";
import { publicNames } from "./public.js";

/** Functions that compile or replace the module; the engines do that in any call. */
const starting = new Set(["initialize", "ready"]);

it("the computation of the engines calls every export and method", async () => {
  /** @type {Set<string>} */
  const used = new Set();
  const everything = { ...phasor, ...lab, ...story };
  const all = publicNames(everything).filter((name) => !starting.has(name));
  const spies = all.flatMap((name) => {
    const [owner, method] = name.split(".");
    const { prototype } = Reflect.get(everything, owner);
    return method ? [{ name, spy: vi.spyOn(prototype, method) }] : [];
  });
  /** @template {object} T @param {T} module @returns {T} */
  const recorder = (module) =>
    new Proxy(module, {
      get(target, name) {
        used.add(String(name));
        return Reflect.get(target, name);
      },
    });
  const weights = new URL("../../web/story/weights/rope.safetensors", import.meta.url);
  const modules = /** @type {const} */ ([recorder(phasor), recorder(lab), recorder(story)]);
  await compute(...modules, readFileSync(weights));
  for (const { name, spy } of spies) if (spy.mock.calls.length > 0) used.add(name);
  const uncalled = all.filter((name) => !used.has(name));
  expect(uncalled, "not called in tests/engines/exports.js").toEqual([]);
});
