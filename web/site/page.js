// The page below the first screen: the state in its address, numbers that follow it, steps that set it,
// figures as they come into view.
import { groupNamed } from "../elements/state/group.js";
import { wavelengths } from "../phasor/index.js";
import { keepInAddress } from "./address.js";
import { offerAnswers } from "./answers.js";
import { defineDragNumber } from "./drag-number.js";
import { loadFigures, offerSnippets } from "./figures.js";
import { keepFitting } from "./fit.js";
import { keepLive } from "./live.js";
import { keepPointing } from "./pointers.js";
import { keepPlace } from "./rail.js";
import { keepStepping, offerDoing } from "./steps.js";

/** Everything below the first screen begins, a part at a time: the first screen moves meanwhile. */
export async function start() {
  const group = groupNamed("page");
  const parts = [
    () => {
      defineDragNumber();
      keepPointing(document, group);
      offerSnippets(document);
      offerDoing(document);
      offerAnswers(document);
    },
    () => {
      const unable = /** @type {HTMLElement} */ (document.querySelector("#unable"));
      unable.hidden = isComputing();
      if (isComputing()) keepLive(document, group);
    },
    keepInAddress,
    () => loadFigures(document),
    () => keepStepping(document),
    () => keepPlace(document),
    () => keepFitting(document),
    // All of them are needed further down; what comes now moves nothing there.
    () => {
      for (const face of document.fonts) face.load().catch(() => {});
    },
  ];
  for (const part of parts) {
    part();
    await new Promise((resolve) => setTimeout(resolve));
  }
  document.querySelector("main")?.classList.add("ready");
}

/** Without WebAssembly and its SIMD instructions words take the figures' place, and suffice. */
function isComputing() {
  try {
    return wavelengths(2).length === 1;
  } catch {
    return false;
  }
}
