// inspect.js: what `console.log` shows of an object whose state is private, in Node.js, Bun and Deno.

/** The name of the method that they call. */
export const inspect = Symbol.for("nodejs.util.inspect.custom");

/**
 * The name of an object's class with some of its properties, such as
 * `RotaryEmbedding { dHead: 64, layout: "half" }`.
 * @param {object} object @param {string} name @param {string[]} properties
 */
export function inspected(object, name, properties) {
  const words = properties.flatMap((name) => {
    const value = Reflect.get(object, name);
    return value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`];
  });
  return `${name} { ${words.join(", ")} }`;
}
