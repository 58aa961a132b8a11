// What <phasor-scaling> loads when a reader pastes a configuration. Single-file builds of the
// figure replace this module: see vite.config.js.
export const source = {
  name: "A part of this figure",
  load: () => import("./scaling-config.js"),
};
