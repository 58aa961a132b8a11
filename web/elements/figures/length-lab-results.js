export const before = Object.fromEntries(
  ["recent", "lookup", "threeBack"].map((t) => [
    t,
    Object.fromEntries(
      ["none", "sinusoidal", "learned", "rope", "alibi", "t5"].map((e) => [e, []]),
    ),
  ]),
);
