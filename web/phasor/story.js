// phasor/story: a small language model whose positions can be broken, and its stories.

export { StoryModel } from "./story/model.js";
export { breaks } from "./story/rotation.js";
export { decode, encode, words } from "./story/stories.js";
