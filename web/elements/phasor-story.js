// <phasor-story>
export { PhasorStory } from "./figures/story.js";
