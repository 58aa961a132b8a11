// The colours and the font that style sheets give a figure, as canvas wants them.

/** What a figure colours; each is a custom property --phasor-<name> for the page to set. */
export const COLOURS = /** @type {const} */ ([
  "ink",
  "muted",
  "hairline",
  "paper",
  "position",
  "dimension",
  "offset",
  "sine",
  "cosine",
  "dark",
]);

/** @typedef {typeof COLOURS[number]} ColourName */

/**
 * @typedef {Record<ColourName, string> & { scheme: "light" | "dark", font: string }} Theme
 *   font: the family, with which a view makes its font of a size
 */

/**
 * @param {Element} probes holds one element of class <name> for each colour, coloured with it
 * @returns {Theme}
 */
export function readTheme(probes) {
  /** @type {Partial<Theme>} */
  const theme = { font: getComputedStyle(probes).fontFamily };
  for (const name of COLOURS) {
    const probe = probes.querySelector(`.${name}`);
    theme[name] = probe ? getComputedStyle(probe).color : "black";
  }
  // This one is black in a light scheme and white in a dark one, whoever chose the scheme.
  theme.scheme = /255/.test(/** @type {string} */ (theme.dark)) ? "dark" : "light";
  return /** @type {Theme} */ (theme);
}

/**
 * Calls back when the colours may have changed: the system's scheme, forced colours, paper, or an
 * attribute of the root or the body, where pages keep their switch.
 * @param {() => void} changed
 * @returns {() => void} ends it
 */
export function watchTheme(changed) {
  const queries = ["(prefers-color-scheme: dark)", "(forced-colors: active)", "print"].map(
    (query) => matchMedia(query),
  );
  for (const query of queries) query.addEventListener("change", changed);
  const switches = new MutationObserver(changed);
  for (const element of [document.documentElement, document.body]) {
    switches.observe(element, { attributes: true });
  }
  return () => {
    for (const query of queries) query.removeEventListener("change", changed);
    switches.disconnect();
  };
}
