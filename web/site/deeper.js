// Starts the second page, which has no first screen to wait for.
import { start } from "./page.js";
import { offerSchemes } from "./scheme.js";

document.documentElement.classList.add("scripted");
offerSchemes(document.querySelector("#scheme"));
start();
