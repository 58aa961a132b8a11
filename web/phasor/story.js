// phasor/story: a small language model whose positions can be broken, and its stories.
export { breaks } from "./story/breaks.js";
export { StoryModel } from "./story/model.js";
export { decode, encode, words } from "./story/stories.js";
