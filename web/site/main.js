// What is there before the rest of the page: the first screen, and the switch of the colours.
import { Hook } from "./hook/hook.js";
import { offerSchemes } from "./scheme.js";

document.documentElement.classList.add("scripted");
offerSchemes(document.querySelector("#scheme"));
const box = /** @type {HTMLElement} */ (document.querySelector("#hook"));
try {
  new Hook(box);
} catch {
  // Without WebAssembly the words of the first screen suffice.
  box.classList.add("unable");
}
// Once that is drawn.
requestAnimationFrame(() => setTimeout(async () => (await import("./page.js")).start()));
