// Starts the second page, which has no first screen to wait for.
import { start } from "./page.js";
import { enableSchemeButton } from "./scheme.js";

document.documentElement.classList.add("scripted");
enableSchemeButton(document.querySelector("#scheme"));
start();
