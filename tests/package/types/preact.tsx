/** @jsxImportSource preact */
import type {} from "phasor/preact";

export const good = (
  <p id="all">
    <phasor-heatmap d-model={64} length="128" layout="concatenated" id="x" class="y" />
    <phasor-bugs maps onphasor-change={(event) => event.detail.position} group={undefined} />
  </p>
);
// @ts-expect-error: no such layout
export const wrong = <phasor-heatmap layout="diagonal" />;
// @ts-expect-error: no such figure
export const none = <phasor-heat />;
