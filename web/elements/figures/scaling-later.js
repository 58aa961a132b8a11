// What <phasor-scaling> loads when a reader pastes a configuration. Builds of the figure as one file replace this
// module: see vite.config.js.
export const source = {
  name: "A part of this figure",
  load: () => import("./scaling-config.js"),
};
