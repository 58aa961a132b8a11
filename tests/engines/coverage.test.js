// The computation of all engines uses every export, and every method of every class.
import { expect, it, vi } from "vitest";
import * as phasor from "../../web/phasor/index.js";
import { compute } from "./computation.js";

/** Compile the module, or replace it: the engines do that by calling anything. */
const starting = new Set(["initialize", "ready"]);

it("leaves nothing out", async () => {
  /** @type {Set<string>} */
  const used = new Set();
  const all = Object.entries(phasor).filter(([name]) => !starting.has(name));
  const methods = all.flatMap(([name, value]) => {
    if (typeof value !== "function" || !value.prototype) return [];
    const members = Object.getOwnPropertyDescriptors(value.prototype);
    return Object.entries(members)
      .filter(
        ([member, { value: method }]) => typeof method === "function" && member !== "constructor",
      )
      .map(([member]) => ({ owner: /** @type {any} */ (value), name, member }));
  });
  const spies = methods.map((each) => ({
    ...each,
    spy: vi.spyOn(each.owner.prototype, each.member),
  }));
  const recorder = new Proxy(phasor, {
    get(target, name) {
      used.add(String(name));
      return Reflect.get(target, name);
    },
  });
  await compute(recorder);
  expect(all.map(([name]) => name).filter((name) => !used.has(name))).toEqual([]);
  const unused = spies.filter(({ spy }) => spy.mock.calls.length === 0);
  expect(unused.map(({ name, member }) => `${name}.${member}`)).toEqual([]);
});
