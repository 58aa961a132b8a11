// The page: the state in its address, numbers that follow it, figures as they come into view.
import { groupNamed } from "../elements/state/group.js";
import { wavelengths } from "../phasor/index.js";
import { keepInAddress } from "./address.js";
import { drawBand } from "./band.js";
import { defineDragNumber } from "./drag-number.js";
import { loadFigures, offerSnippets } from "./figures.js";
import { keepLive } from "./live.js";
import { keepPointing } from "./pointers.js";
import { offerSchemes } from "./scheme.js";

const group = groupNamed("page");
document.documentElement.classList.add("scripted");
offerSchemes(document.querySelector("#scheme"));
defineDragNumber();
keepPointing(document, group);
offerSnippets(document);
const band = /** @type {HTMLElement} */ (document.querySelector("#band"));
if (isComputing()) {
  keepLive(document, group);
  drawBand(band);
} else {
  band.hidden = true;
  /** @type {HTMLElement} */ (document.querySelector("#unable")).hidden = false;
}
keepInAddress();
loadFigures(document);

/** Without WebAssembly and its SIMD instructions words stand in the figures' place, and suffice. */
function isComputing() {
  try {
    return wavelengths(2).length === 1;
  } catch {
    return false;
  }
}
