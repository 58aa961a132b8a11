// The schemes compared in words and numbers.
import { html } from "lit";
import { scientific, short, whole } from "../core/numbers.js";
import { headWidth, SCHEMES, T5 } from "../models/comparison.js";

/** @import { TemplateResult } from "lit" */
/** @import { measure, SchemeName, Setting } from "../models/comparison.js" */

/**
 * @typedef {object} Facts
 * @property {string | TemplateResult} parameters
 * @property {string} enters
 * @property {string} kind
 * @property {string | TemplateResult} beyond
 * @property {string | TemplateResult} cost
 */

/** A formula and what it comes to. @param {string} formula @param {number} value */
const counted = (formula, value) => html`<i>${formula}</i> = ${short(value)}`;

/**
 * @param {Setting} setting
 * @param {ReturnType<typeof measure>} measured
 * @returns {Record<SchemeName, Facts>}
 */
function factsOf(setting, { difference, unturned, pairs, faint, last, shared }) {
  const { length, dModel, heads, head } = setting;
  const width = headWidth(setting);
  const within =
    faint === undefined
      ? `head ${head} still leaves over 1 % at distance ${whole(last)}`
      : `head ${head} leaves under 1 % from distance ${whole(faint)} on`;
  return {
    sinusoidal: {
      parameters: "0",
      enters: "added to the embeddings, once",
      kind: "absolute; dot products relative",
      beyond: `defined at every position: dot products past ${whole(length)} differ from those before by at most ${scientific(difference, 1)}. Models that never saw them still do worse there`,
      cost: html`${counted("d", dModel)} additions`,
    },
    learned: {
      parameters: counted("L·d", length * dModel),
      enters: "added to the embeddings, once",
      kind: "absolute",
      beyond: `position ${whole(length)} has no row: a RangeError. Here: the table before training, whose rows have nothing in common`,
      cost: html`${counted("d", dModel)} additions`,
    },
    rope: {
      parameters: "0",
      enters: "turns queries and keys, in every layer",
      kind: "relative",
      beyond: `defined at every distance, but ${unturned} of the ${pairs} pairs of a head do not turn once in ${whole(length)}: their angles are new there, and models do worse unless frequencies are scaled`,
      cost: html`<i>6·h·d</i><sub>h</sub> = ${whole(6 * heads * width)} operations a layer`,
    },
    alibi: {
      parameters: "0",
      enters: "added to the scores, in every layer",
      kind: "relative",
      beyond: `goes on falling as it was; ${within}. Made for longer texts`,
      cost: html`${counted("h·L", heads * length)} additions a layer`,
    },
    t5: {
      parameters: counted("32·h", T5.buckets * heads),
      enters: "added to the scores, in every layer",
      kind: "relative",
      beyond: `all distances from ${whole(shared)} on share one bucket, so no distance is new. Here: a made-up table, −b/8 for bucket b`,
      cost: html`${counted("h·L", heads * length)} additions a layer`,
    },
    none: {
      parameters: "0",
      enters: "nowhere",
      kind: "neither",
      beyond: "nothing ends; but attention without a mask cannot tell orders apart",
      cost: "0",
    },
  };
}

// The roles are those of the elements, which lose them where a narrow figure stacks its cells.
const HEAD = [
  "scheme",
  "parameters",
  "where it enters",
  "position is",
  "past the length trained on",
  "cost of a token",
];

/**
 * @param {object} shown
 * @param {Setting} shown.setting
 * @param {ReturnType<typeof measure>} shown.measured
 * @param {SchemeName | undefined} shown.marked
 * @param {SchemeName | undefined} shown.held by its button
 * @param {(name: SchemeName | undefined) => void} shown.point
 * @param {(name: SchemeName | undefined) => void} shown.hold
 */
export function comparisonTable({ setting, measured, marked, held, point, hold }) {
  const { length, dModel, heads } = setting;
  const facts = factsOf(setting, measured);
  return html`
    <div class="scroll" role="region" tabindex="0" aria-label="the schemes compared">
      <table class=${marked ? "some" : ""} role="table" part="table">
        <caption>
          <i>L</i> = ${whole(length)}, <i>d</i> = ${whole(dModel)}, <i>h</i> = ${whole(heads)} heads
          of <i>d</i><sub>h</sub> = ${whole(headWidth(setting))}
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            ${HEAD.map((words) => html`<th role="columnheader" scope="col">${words}</th>`)}
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${SCHEMES.map(([name, words]) => {
            const { parameters, enters, kind, beyond, cost } = facts[name];
            const cells = [parameters, enters, kind, beyond, cost];
            return html`<tr
              role="row"
              class=${name === marked ? "marked" : ""}
              data-scheme=${name}
              @pointerenter=${() => point(name)}
              @pointerleave=${() => point(undefined)}
            >
              <th role="rowheader" scope="row">
                <button
                  type="button"
                  class=${name}
                  aria-pressed=${name === held}
                  @click=${() => hold(name === held ? undefined : name)}
                >${words}</button>
              </th>
              ${cells.map((cell, n) => html`<td role="cell" data-head=${HEAD[n + 1]}>${cell}</td>`)}
            </tr>`;
          })}
        </tbody>
      </table>
    </div>
  `;
}
