// The page below the first screen: the state in the address, numbers that follow it, steps that set
// it, and figures that load when they come into view.
import { wavelengths } from "../phasor/index.js";
import { keepInAddress } from "./address.js";
import { offerAnswers } from "./answers.js";
import { openCitations } from "./citations.js";
import { defineDragNumber } from "./drag-number.js";
import { loadFigures, offerSnippets } from "./figures.js";
import { keepFitting } from "./fit.js";
import { keepLive } from "./live.js";
import { keepOffline } from "./offline.js";
import { keepPointing } from "./pointers.js";
import { keepPlace } from "./rail.js";
import { keepStepping, offerDoing } from "./steps.js";

/** Starts everything below the first screen, in parts, so that the first screen keeps moving. */
export async function start() {
  const parts = [
    () => {
      defineDragNumber();
      keepPointing(document);
      offerSnippets(document);
      offerDoing(document);
      offerAnswers(document);
      openCitations(document);
    },
    () => {
      const unable = /** @type {HTMLElement} */ (document.querySelector("#unable"));
      unable.hidden = isComputing();
      if (isComputing()) keepLive(document);
    },
    keepInAddress,
    () => loadFigures(document),
    () => keepStepping(document),
    () => keepPlace(document),
    () => keepFitting(document),
    // All fonts are needed further down; loaded now, they shift nothing there later.
    () => {
      for (const face of document.fonts) face.load().catch(() => {});
    },
    keepOffline,
  ];
  for (const part of parts) {
    part();
    await new Promise((resolve) => setTimeout(resolve));
  }
  document.querySelector("main")?.classList.add("ready");
}

/** Whether WebAssembly with SIMD works; without it, text takes the place of the figures. */
function isComputing() {
  try {
    return wavelengths(2).length === 1;
  } catch {
    return false;
  }
}
