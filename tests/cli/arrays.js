// arrays.js: runs a command in the same process and returns its arrays.
import { Arguments } from "../../web/cli/arguments.js";
import { commandOf } from "../../web/cli/commands.js";

/** @param {string} line of words, without "phasor" */
export async function arraysOf(line) {
  const [name, ...words] = line.split(" ");
  const command = await commandOf(name);
  if (!command?.make) throw new Error(`phasor ${name} makes nothing`);
  const args = new Arguments(command, words);
  return await command.make(args.values, args);
}

/** The elements of an array from a command, as numbers.
 * @param {import("../../web/formats/npz_write.js").NamedArray} array */
export function elements({ pieces }) {
  // Pieces may share memory, so each is copied before the next is computed.
  const all = [];
  for (const piece of pieces()) for (const value of piece) all.push(value);
  return all;
}
