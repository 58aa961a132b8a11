// The page below the first screen: the state in the address, numbers that follow it, steps that set
// it, and figures that load when they come into view.
import { wavelengths } from "../phasor/index.js";
import { syncAddress } from "./address.js";
import { addAnswerForms } from "./answers.js";
import { openCitations } from "./citations.js";
import { defineDragNumber } from "./drag-number.js";
import { loadFigures, offerSnippets } from "./figures.js";
import { fitFormulas } from "./fit.js";
import { bindLiveNumbers } from "./live.js";
import { registerWorker } from "./offline.js";
import { enablePointers } from "./pointers.js";
import { trackPlace } from "./rail.js";
import { enableButtons, followSteps } from "./steps.js";

/** Starts everything below the first screen, in parts, so that the first screen keeps moving. */
export async function start() {
  const parts = [
    () => {
      defineDragNumber();
      enablePointers(document);
      offerSnippets(document);
      enableButtons(document);
      addAnswerForms(document);
      openCitations(document);
    },
    () => {
      const notice = /** @type {HTMLElement} */ (document.querySelector("#unable"));
      notice.hidden = canCompute();
      if (canCompute()) bindLiveNumbers(document);
    },
    syncAddress,
    () => loadFigures(document),
    () => followSteps(document),
    () => trackPlace(document),
    () => fitFormulas(document),
    // All fonts are needed further down; loaded now, they shift nothing there later.
    () => {
      for (const face of document.fonts) face.load().catch(() => {});
    },
    registerWorker,
  ];
  for (const part of parts) {
    part();
    await new Promise((resolve) => setTimeout(resolve));
  }
  document.querySelector("main")?.classList.add("ready");
}

/** Whether WebAssembly with SIMD works; without it, text takes the place of the figures. */
function canCompute() {
  try {
    return wavelengths(2).length === 1;
  } catch {
    return false;
  }
}
