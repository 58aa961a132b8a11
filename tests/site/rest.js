// rest.js: waits until nothing on the page moves.

/**
 * Resolves when a page has loaded its fonts, drawn the figures in its window, and kept its place and height for some
 * frames. Uses only what is in this function, because its text is sent to browsers.
 * @param {Window} page
 */
export async function atRest(page) {
  const { document } = page;
  /** @param {Element} figure */
  const isInWindow = (figure) => {
    const { top, bottom } = figure.getBoundingClientRect();
    // A figure in a section that the browser skips has a place, too, possibly beyond the section's end.
    const isSkipped = !figure.checkVisibility({ contentVisibilityAuto: true });
    return top < page.innerHeight && bottom > 0 && !isSkipped;
  };
  let before = "";
  for (let frames = 0; frames < 3; ) {
    await new Promise((resolve) => page.requestAnimationFrame(resolve));
    const now = `${page.scrollY} ${document.documentElement.scrollHeight}`;
    const isReady =
      document.querySelector("main.ready") !== null &&
      document.fonts.status === "loaded" &&
      ![...document.querySelectorAll("[data-waiting]")].some(isInWindow);
    frames = isReady && now === before ? frames + 1 : 0;
    before = now;
  }
}
