// Colours and fonts of a figure: its own light or dark ones, depending on the text around it, or
// those that the page sets instead.

/** The colours of a figure; a page can set each with the custom property --phasor-<name>. */
export const COLOURS = /** @type {const} */ ([
  "ink",
  "muted",
  "edge",
  "line",
  "paper",
  "raised",
  "position",
  "dimension",
  "offset",
  "key",
  "fifth",
]);

/** @typedef {typeof COLOURS[number]} ColourName */

/**
 * @typedef {Record<ColourName, string> & { scheme: "light" | "dark", font: string, math: string,
 *   title: string, size: number }} Theme size: of the text around, in pixels
 */

/** @type {Record<"light" | "dark", Record<ColourName, string>>} */
export const PALETTE = {
  light: {
    ink: "#1d1c1a",
    muted: "#5f5b53",
    edge: "#8b867b",
    line: "#d9d4c8",
    paper: "#fffdf8",
    raised: "#f6f2e8",
    position: "#b3125f",
    dimension: "#00705a",
    offset: "#6247c2",
    key: "#8f5500",
    fifth: "#0b5c9e",
  },
  dark: {
    ink: "#ece8df",
    muted: "#a8a399",
    edge: "#7d7a74",
    line: "#3a3a3f",
    paper: "#131417",
    raised: "#1c1d22",
    position: "#ff86b9",
    dimension: "#4fd3ae",
    offset: "#b6a4ff",
    key: "#ffc266",
    fifth: "#7cc4ff",
  },
};

/** Relative luminance of a colour as browsers compute it. @param {string} colour */
export function luminance(colour) {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  const scale = colour.startsWith("color(") ? 1 : 255;
  const [r, g, b] = [red, green, blue].map((part) => (part / scale) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The first painted background behind an element. @param {Element} host */
function backgroundBehind(host) {
  for (let node = /** @type {Node | null} */ (host); node; node = parentOf(node)) {
    if (!(node instanceof Element)) continue;
    const { backgroundColor } = getComputedStyle(node);
    if (backgroundColor && !/, 0\)$|\/ 0\)$|^transparent$/.test(backgroundColor))
      return backgroundColor;
  }
  return undefined;
}

/** @param {Node} node @returns {Node | null} */
const parentOf = (node) => node.parentNode ?? (node instanceof ShadowRoot ? node.host : null);

/** Dark if the text around the element is lighter than its background, whatever made it so. @param {Element} host @returns {"light" | "dark"} */
export function schemeAround(host) {
  const ink = luminance(getComputedStyle(host).color);
  const background = backgroundBehind(host);
  return ink > (background ? luminance(background) : 0.35) ? "dark" : "light";
}

/**
 * @param {HTMLElement} probes holds one element of class <name> for each colour, coloured with it
 * @param {"light" | "dark"} scheme
 * @returns {Theme}
 */
export function readTheme(probes, scheme) {
  const style = getComputedStyle(probes);
  /** @type {any} */
  const theme = {
    scheme,
    font: style.fontFamily || "sans-serif",
    size: Number.parseFloat(style.fontSize) || 16,
  };
  for (const name of [...COLOURS, "math", "title"]) {
    const probe = probes.querySelector(`.${name}`);
    const styled = probe ? getComputedStyle(probe) : style;
    theme[name] = name === "math" || name === "title" ? styled.fontFamily : styled.color;
  }
  return theme;
}

/**
 * Calls back when the look may have changed: the system's colour scheme, forced colours, a font
 * that has loaded, an attribute of the root or the body (where pages keep their theme switch), the
 * colour of the surrounding text, or the device pixel ratio, as when the reader zooms or moves the
 * window to another screen.
 * @param {() => void} onChange
 * @param {HTMLElement} [surroundings] an element with the colour of that text, and a transition that ends
 *   when it has changed
 * @returns {() => void} removes the listeners
 */
export function watchTheme(onChange, surroundings) {
  const queries = ["(prefers-color-scheme: dark)", "(forced-colors: active)"].map((query) =>
    matchMedia(query),
  );
  for (const query of queries) query.addEventListener("change", onChange);
  /** @type {MediaQueryList} */
  let resolution;
  const watchResolution = () => {
    resolution = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    resolution.addEventListener("change", onResolution, { once: true });
  };
  const onResolution = () => {
    watchResolution();
    onChange();
  };
  watchResolution();
  const observer = new MutationObserver(onChange);
  for (const element of [document.documentElement, document.body]) {
    observer.observe(element, { attributes: true });
  }
  surroundings?.addEventListener("transitionend", onChange);
  document.fonts?.addEventListener("loadingdone", onChange);
  return () => {
    for (const query of queries) query.removeEventListener("change", onChange);
    resolution.removeEventListener("change", onResolution);
    document.fonts?.removeEventListener("loadingdone", onChange);
    observer.disconnect();
  };
}
