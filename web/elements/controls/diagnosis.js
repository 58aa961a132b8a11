// What the package says of a matrix, as a list to read.
import { css, html, nothing } from "lit";
import { fixed, scientific, whole } from "../core/numbers.js";

/** @import { Diagnosis } from "../../phasor/diagnose.js" */

/** @typedef {keyof Diagnosis["invariants"]} InvariantName */

/** @type {[InvariantName, string][]} */
const INVARIANTS = [
  ["bounded", "no entry is larger than 1"],
  ["unitPairs", "sine² + cosine² is 1 in each pair"],
  ["constantNorm", "all rows have the same norm"],
  ["toeplitz", "dot products depend on the distance alone"],
  ["linearShift", "a shift turns each pair"],
  ["uniqueRows", "no row occurs twice"],
];

const KINDS = {
  sinusoidal: "sines and cosines",
  constant: "constant",
  unknown: "learned or unknown",
};

/** @param {Diagnosis} diagnosis @returns {string} */
function summary({ kind, layout, order, spacing, base, start, arithmetic, deviation }) {
  if (kind !== "sinusoidal") return "";
  const parts = [""];
  if (layout && order) parts.push(`${layout}, ${order}`);
  if (spacing) parts.push(`exponents over ${spacing.replace("-", " − ")}`);
  if (base !== null) parts.push(`base ${whole(base)}`);
  if (start !== null) parts.push(`row 0 is position ${whole(start)}`);
  if (arithmetic) parts.push(arithmetic === "exact" ? "angles exact" : `angles in ${arithmetic}`);
  if (deviation) parts.push(`entries off by up to ${scientific(deviation.max, 1)}`);
  return parts.join("; ");
}

/**
 * @param {object} shown
 * @param {(Diagnosis & { rows: number }) | undefined} shown.diagnosis of its first so many rows; undefined: not there
 *   yet
 * @param {boolean} shown.pending whether another one comes soon
 * @param {number} shown.rows of the matrix
 * @param {number} shown.columns
 * @param {number | undefined} shown.marked the finding whose columns are marked
 * @param {(finding: number | undefined) => void} shown.mark
 */
export function diagnosisTemplate({ diagnosis, pending, rows, columns, marked, mark }) {
  const seen = diagnosis?.rows ?? rows;
  const part = seen < rows ? `The first ${whole(seen)} of ${whole(rows)}` : whole(rows);
  const of = `${part} ${rows === 1 ? "row" : "rows"} by ${whole(columns)} ${columns === 1 ? "column" : "columns"}`;
  if (!diagnosis) {
    return html`<section class="diagnosis" aria-label="diagnosis" aria-busy="true">
      <p class="verdict" role="status">${of}: …</p>
    </section>`;
  }
  const { findings, invariants } = diagnosis;
  return html`
    <section class="diagnosis" aria-label="diagnosis" aria-busy=${pending} part="diagnosis">
      <p class="verdict" role="status">${of}: <b>${KINDS[diagnosis.kind]}</b>${summary(diagnosis)}</p>
      <ul class="findings">
        ${
          findings.length === 0
            ? html`<li class="fine"><span aria-hidden="true">✓</span> Nothing is wrong with it.</li>`
            : nothing
        }
        ${findings.map(
          ({ code, severity, columns, message }, n) => html`
            <li
              class=${severity}
              @pointerenter=${() => mark(n)}
              @pointerleave=${() => mark(undefined)}
            >
              <code>${code}</code>
              ${
                columns.length > 0
                  ? html`<button
                      type="button"
                      aria-pressed=${marked === n}
                      @focus=${() => mark(n)}
                      @blur=${() => mark(undefined)}
                      @click=${() => mark(n)}
                    >mark ${columns.length} ${columns.length === 1 ? "column" : "columns"}</button>`
                  : nothing
              }
              <span class="message">${message}</span>
            </li>
          `,
        )}
      </ul>
      <ul class="invariants">
        ${INVARIANTS.map(([name, words]) => {
          const { holds } = invariants[name];
          return html`<li class=${holds ? "holds" : "fails"}>
            <span aria-hidden="true">${holds ? "✓" : "✗"}</span>
            <span>${words}<span class="quiet">${holds ? ": holds" : ": fails"}</span></span>
            <span class="deviation">${deviationText(name, invariants[name])}</span>
          </li>`;
        })}
      </ul>
    </section>
  `;
}

/** @param {InvariantName} name @param {{ holds: boolean, deviation: number }} invariant */
function deviationText(name, { holds, deviation }) {
  if (Number.isNaN(deviation)) return "no row to tell";
  if (name === "uniqueRows") return `${whole(deviation)} repeated`;
  if (deviation === 0) return holds ? "0" : "not all are numbers";
  return `off by ${deviation < 0.01 ? scientific(deviation, 1) : fixed(deviation, 2)}`;
}

export const diagnosisStyles = css`
  .diagnosis {
    margin-block-start: 1rem;
    border-block-start: 1px solid var(--hairline);
    padding-block-start: 0.75rem;
    overflow-wrap: anywhere;
  }
  .diagnosis {
    min-block-size: 14rem;
  }
  .diagnosis[aria-busy="true"] {
    color: var(--muted);
  }
  .diagnosis p,
  .diagnosis ul {
    margin: 0 0 0.75rem;
    padding: 0;
    list-style: none;
  }
  .diagnosis b {
    font-weight: 600;
  }
  .findings {
    max-inline-size: 48rem;
  }
  .findings li {
    margin-block-end: 0.5rem;
  }
  .findings code {
    margin-inline-end: 0.75rem;
    font-family: var(--phasor-mono-font, ui-monospace, Menlo, Consolas, monospace);
    font-size: 0.9375em;
    font-weight: 600;
    color: var(--position);
  }
  .findings .note code {
    color: var(--ink);
  }
  .findings button {
    color: var(--dimension);
  }
  .findings .message {
    display: block;
  }
  .findings .fine,
  .holds > :first-child {
    color: var(--dimension);
  }
  .fails > :first-child {
    color: var(--position);
  }
  .invariants {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(25rem, 100%), 1fr));
    gap: 0.125rem 2.5rem;
  }
  .invariants li {
    display: grid;
    grid-template-columns: 1.25rem 1fr auto;
    gap: 0 0.25rem;
    align-items: baseline;
  }
  .invariants .deviation {
    color: var(--muted);
    white-space: nowrap;
  }
  .invariants .fails .deviation {
    color: var(--ink);
  }
`;
