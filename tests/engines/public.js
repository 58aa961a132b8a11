// public.js: the names of all exports of the package, and of the methods of its classes.

/**
 * @param {Record<string, any>} phasor the package
 * @returns {string[]} such as "sinusoidal", "Arena", "Arena.reset"
 */
export const publicNames = (phasor) =>
  Object.entries(phasor).flatMap(([name, value]) => [
    name,
    ...methodsOf(value).map((method) => `${name}.${method}`),
  ]);

/** @param {any} value a class or anything else @returns {string[]} */
const methodsOf = (value) =>
  Object.entries(Object.getOwnPropertyDescriptors(value?.prototype ?? {}))
    .filter(([name, { value: method }]) => typeof method === "function" && name !== "constructor")
    .map(([name]) => name);
