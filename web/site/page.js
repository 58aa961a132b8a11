// The page: the state in its address, the worked example, the numbers in its text, the scheme.
import "../elements/phasor-clocks.js";
import "../elements/phasor-heatmap.js";
import "../elements/phasor-shift.js";
import "../elements/phasor-similarity.js";
import "../elements/phasor-wavelengths.js";
import "../elements/phasor-waves.js";
/** @import { Figure } from "../elements/figure.js" */
import { groupNamed } from "../elements/state/group.js";
import { wavelengths } from "../phasor/index.js";
import { keepInAddress } from "./address.js";
import { drawBand } from "./band.js";
import { fillExample } from "./example.js";
import { fillNumbers } from "./numbers.js";
import { offerSchemes } from "./scheme.js";

offerSchemes(document.querySelector("#scheme"));
keepInAddress(groupNamed("page"));
if (isComputing()) {
  fillExample(document);
  fillNumbers(document);
  const band = document.querySelector("#band");
  if (band instanceof HTMLElement) drawBand(band);
}

whenIdle(document.querySelectorAll("main figure > [group]"));

/**
 * Figures begin when they come near the view; here they all do, one after the other, as soon as there
 * is time for it, so that nobody scrolls to one that is not there yet.
 * @param {Iterable<Element>} figures
 */
function whenIdle(figures) {
  const later = window.requestIdleCallback ?? ((step) => setTimeout(step, 200));
  const rest = [.../** @type {Iterable<Figure>} */ (figures)];
  const step = () => {
    const figure = rest.shift();
    if (!figure) return;
    figure.near = true;
    later(step);
  };
  later(step);
}

/** Without WebAssembly and its SIMD instructions words stand in the figures' place, and suffice. */
function isComputing() {
  try {
    return wavelengths(2).length === 1;
  } catch {
    return false;
  }
}
