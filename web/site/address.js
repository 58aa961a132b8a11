// Keeps the state of a group in the fragment of the page's address.
import { fromFragment, toFragment } from "../elements/state/link.js";

/** @import { Group } from "../elements/state/group.js" */

/** Browsers refuse an address that changes too often. */
const REST = 150;

/** @param {Group} group */
export function keepInAddress(group) {
  const read = () => {
    const found = fromFragment(location.hash);
    if (found) group.set(found);
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  read();
  addEventListener("hashchange", read);
  document.addEventListener("phasor-change", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const fragment = toFragment(group.state);
      const address = location.pathname + location.search + (fragment && `#${fragment}`);
      history.replaceState(history.state, "", address);
    }, REST);
  });
}
