// Starts before the rest of the page: the first screen, and the switch between light and dark.
import { Hook } from "./hook/hook.js";
import { enableSchemeButton } from "./scheme.js";

document.documentElement.classList.add("scripted");
enableSchemeButton(document.querySelector("#scheme"));
const box = /** @type {HTMLElement} */ (document.querySelector("#hook"));
try {
  new Hook(box);
} catch {
  // Without WebAssembly, only the words of the first screen are shown.
  box.classList.add("unable");
}
// Starts the rest of the page after the first screen is drawn.
requestAnimationFrame(() => setTimeout(async () => (await import("./page.js")).start()));
