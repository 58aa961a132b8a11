// The tab for rotary embeddings in <phasor-bugs>: cards, three pairs of a query, its scores, the
// verdict.
import {
  arrow,
  column,
  dot,
  dots,
  fixed,
  label,
  line,
  linear,
  ring,
  row,
  rule,
  whole,
} from "../core/index.js";
import { escapeMarks } from "../core/text.js";
import { ruleWords } from "./bugs-answer.js";
import { cable, shelf } from "./bugs-cards.js";
import { otherBase, otherDim, SLIPS } from "./bugs-rotary-model.js";
import { answerFor, verdictPanel, verdictText } from "./bugs-verdict.js";

/** @import { Dial } from "../core/marks/shapes.js" */
/** @import { Handle, Marks, Panel, Room, Tree } from "../core/types.js" */
/** @import { D, P } from "./bugs.js" */
/** @import { Card } from "./bugs-cards.js" */
/** @import { Model, Slip, Trail, Expected } from "./bugs-rotary-model.js" */

/** The heights of the verdict and, in wide figures, of the cards and dials at its left. */
const VERDICT_HEIGHT = 150;
const SHELF_HEIGHT = 426;
const TURN = 2 * Math.PI;

/** @param {Model} model @param {Slip[]} usable @returns {Card[]} */
function cardsOf({ rope }, usable) {
  const [wrong, right] =
    rope.layout === "half" ? ["neighbours", "halves"] : ["halves", "neighbours"];
  const base = whole(otherBase(rope));
  const dim = otherDim(rope);
  /** @type {Record<Slip, [words: string, brief: string]>} */
  const words = {
    layout: [`Pairs of ${wrong}, not ${right}`, wrong],
    base: [`Base ${base}`, `base ${base}`],
    start: ["Counted from 1", "from 1"],
    restart: ["Cache offset forgotten", "cache forgotten"],
    scaling: ["Scaling left out", "no scaling"],
    factor: ["Attention factor left out", "no factor"],
    sign: ["Sine with the wrong sign", "−sine"],
    part: [`${dim} of ${rope.dHead} features turned`, `${dim} features`],
    swapped: ["Cosine and sine swapped", "cos ↔ sin"],
    bfloat16: ["Angles in bfloat16", "bfloat16"],
  };
  return usable.map((name) => [name, ...words[name], ""]);
}

/** The layout of cards and dials, in pixels at a font size of 16. @param {number} room @param {boolean} narrow @param {number} count of cards */
function planOf(room, narrow, count) {
  if (!narrow) {
    const size = { width: 268, height: 34 };
    const places = Array.from({ length: count }, (_, n) => ({ x: 136, y: 41 * n + 19 }));
    const left = count > 0 ? 340 : 0;
    const dials = [0, 1, 2].map((n) => ({ x: left + 62, y: 142 * n + 57, radius: 55 }));
    return { size, places, dials, width: left + 122, height: SHELF_HEIGHT };
  }
  const perRow = room < 480 ? 2 : room < 600 ? 3 : room < 760 ? 4 : 5;
  const size = { width: (room - 4) / perRow - 10 * (1 - 1 / perRow), height: 38 };
  const places = Array.from({ length: count }, (_, n) => ({
    x: (n % perRow) * (size.width + 10) + size.width / 2 + 2,
    y: Math.floor(n / perRow) * 44 + 20,
  }));
  const radius = Math.min(room / 6 - 8, perRow > 3 ? 38 : 44);
  const top = Math.ceil(count / perRow) * 44 + 18 + radius;
  const dials = [0, 1, 2].map((n) => ({ x: ((2 * n + 1) * room) / 6, y: top, radius }));
  return { size, places, dials, width: room, height: top + radius + 24 };
}

/** The equivalent angle between −π and π. @param {number} angle */
const wrapAngle = (angle) => angle - TURN * Math.round(angle / TURN);

/** How far a hand is off, in words. @param {[number, number]} is @param {[number, number] | undefined} should */
function offBy(is, should) {
  if (!should) return "";
  const angle = wrapAngle(Math.atan2(is[1], is[0]) - Math.atan2(should[1], should[0]));
  const size = Math.hypot(...is) / Math.hypot(...should);
  const degrees = Math.abs((angle * 360) / TURN);
  if (degrees >= 0.05) return `: **${fixed(degrees, degrees < 10 ? 1 : 0)}°** off`;
  return Math.abs(size - 1) > 5e-4 ? `: **× ${fixed(size, 2)}**` : ": right";
}

/** Maps features to the panel's coordinates. @param {D} d @param {Dial} dial @param {number} n */
function placerOn({ trails }, dial, n) {
  const scale = (0.96 * dial.radius) / trails[n].longest;
  return {
    scale,
    x: (/** @type {number} */ x) => dial.x + scale * x,
    y: (/** @type {number} */ y) => dial.y - scale * y,
  };
}

/** The points that a pair's hand visits, and the circle that it should follow. @param {D} d @param {Dial} dial @param {number} n */
function trailOn(d, dial, n) {
  const { scale, x, y } = placerOn(d, dial, n);
  const { is, should } = d.trails[n];
  return [
    should && circle(dial, scale * Math.hypot(should.xs[0], should.ys[0])),
    is && dots(is.xs.map(x), is.ys.map(y), { radius: 1.25, opacity: 0.6 }),
  ];
}

/** One pair of the query, as it is and as it should be. @param {D} d @param {Dial} dial @param {number} n @param {boolean} isBrief @returns {{ marks: Marks[], handle?: Handle<P> }} */
function pairOn(d, dial, n, isBrief) {
  const { at, steps } = d;
  const { is, should } = d.trails[n];
  const { x, y } = placerOn(d, dial, n);
  /** @type {([number, number] | undefined)[]} */
  const [hand, correct] = [is, should].map((trail) => trail && [trail.xs[at], trail.ys[at]]);
  const name = `pair ${d.dialPairs[n]}`;
  const dashed = { colour: "dimension", width: 1.75, dash: [4, 3], head: true };
  const marks = [
    correct && arrow(dial.x, dial.y, x(correct[0]), y(correct[1]), dashed),
    hand && arrow(dial.x, dial.y, x(hand[0]), y(hand[1]), { colour: "position", width: 2 }),
    label(
      `${isBrief ? d.dialPairs[n] : name}${hand ? offBy(hand, correct) : ""}`,
      dial.x,
      dial.y + dial.radius,
      {
        dy: 14,
        align: "center",
        strong: "position",
        size: 14,
      },
    ),
  ];
  if (!hand) return { marks };
  return {
    marks,
    handle: {
      name: "position *m* of the query",
      look: "none",
      reach: 22,
      along: "turn",
      centre: dial,
      keys: n === 0,
      x: x(hand[0]),
      y: y(hand[1]),
      value: at,
      min: 0,
      max: steps - 1,
      words: `${whole(at)}, ${name}${offBy(hand, correct).replaceAll("*", "")}`,
      set: (value) => ({ position: value }),
      drag({ turn, begin }) {
        // If the hand does not turn, a drag uses the angle of the hand that should.
        const step = [is, should]
          .map((trail) => (trail ? angleOf(trail) : 0))
          .find((angle) => Math.abs(angle) > 1e-4);
        return {
          position: Math.min(Math.max(begin.position - turn / (step ?? 1e-4), 0), steps - 1),
        };
      },
    },
  };
}

/** How far a hand turns from row 0 to row 1. @param {Trail} trail */
const angleOf = ({ xs, ys }) => wrapAngle(Math.atan2(ys[1], xs[1]) - Math.atan2(ys[0], xs[0]));

/** The circle of a correct hand. @param {Dial} dial @param {number} radius */
const circle = (dial, radius) =>
  ring({ ...dial, radius }, { colour: "dimension", dash: [4, 3], width: 1.25 });

/** @param {P} p @param {D} d @param {Room} room @returns {Panel<P, D>} */
function rotaryLab(p, d, { narrow, low, width: room }) {
  const cards = p.rotation || low ? [] : cardsOf(d.model, d.usable);
  const plan = planOf(room, narrow, cards.length);
  const { size, places, dials } = plan;
  const rims = dials.map((dial, n) => {
    const { should } = d.trails[n];
    const size = should ? Math.hypot(should.xs[0], should.ys[0]) : 0;
    return size ? { ...dial, radius: placerOn(d, dial, n).scale * size } : dial;
  });
  const { marks, handles, tap } = shelf(p, {
    cards,
    places,
    size,
    narrow,
    on: d.slips,
    over: (x, y) => dials.some((dial) => Math.hypot(x - dial.x, y - dial.y) < 1.3 * dial.radius),
    cable(from) {
      if (narrow) return undefined;
      const distance = (/** @type {Dial} */ { y }) => Math.abs(y - from.y);
      return cable(
        from,
        size,
        rims.reduce((a, b) => (distance(b) < distance(a) ? b : a)),
        false,
      );
    },
    patch: {},
  });
  const pairs = dials.map((dial, n) => pairOn(d, dial, n, room < 330));
  return {
    name: "lab",
    ...(narrow ? {} : { width: plan.width }),
    height: plan.height,
    fixed: true,
    x: linear(0, plan.width, { axis: "none" }),
    y: linear(0, plan.height, { axis: "none", flip: true }),
    tap,
    still: (_, d) => dials.map((dial, n) => trailOn(d, dial, n)),
    marks: () => [pairs.map(({ marks }) => marks), marks()],
    handles: [...pairs.flatMap(({ handle }) => handle ?? []), ...handles],
  };
}

/** @param {P} p @param {D} d @param {Room} room @returns {Panel<P, D>} */
function chart(p, d, { narrow, width }) {
  const { scores, at, steps } = d;
  const { actual, correct } = scores;
  const n = Math.min(Math.max(Math.round(p.second), 0), steps - 1);
  const offset = n - at;
  const drawn = [...(actual ?? []), ...(correct ?? [])];
  const [low, high] = drawn.length > 0 ? [Math.min(...drawn), Math.max(...drawn)] : [0, 1];
  const margin = 0.1 * (high - low || 1);
  const top = high + 3 * margin;
  const [is, should] = [actual?.[n], correct?.[n]];
  const isLeft = n > steps / 2;
  const texts = [
    is !== undefined && `score **${fixed(is, 2)}**`,
    should !== undefined &&
      (is === undefined || Math.abs(is - should) >= 5e-3) &&
      `should be ${fixed(should, 2)}`,
  ].filter(Boolean);
  return {
    name: "chart",
    height: narrow ? 116 : 176,
    margin: { right: 8 },
    heading: `score of ${width < 900 ? "" : "the query at "}*m* = ${whole(at)} with each key`,
    x: linear(-at, steps - 1 - at, {
      name: "offset Δ of the key from the query",
      colour: "offset",
    }),
    y: linear(low - margin, top, { grid: true }),
    press: "key",
    still: (_, { scores: { offsets, actual, correct } }) => [
      correct && line(offsets, correct, { colour: "dimension", width: 2, dash: [5, 3] }),
      actual &&
        line(offsets, actual, { colour: "position", width: 1.5, dots: steps > 128 ? 0 : 1.75 }),
    ],
    marks: () => [
      rule({ x: offset }, { colour: "offset", dash: [4, 4] }),
      should !== undefined && dot(offset, should, { colour: "dimension", radius: 5 }),
      is !== undefined && dot(offset, is, { colour: "position", radius: 6 }),
      texts.length > 0 &&
        label(texts.join(", "), offset, top, {
          dx: isLeft ? -10 : 10,
          dy: 12,
          align: isLeft ? "right" : "left",
          strong: "position",
          colour: "dimension",
          halo: true,
          keep: true,
        }),
    ],
    handles: [
      {
        name: "key",
        look: "none",
        x: offset,
        y: is ?? low,
        value: offset,
        min: -at,
        max: steps - 1 - at,
        words: `offset ${whole(offset)}: ${texts.join(", ").replaceAll("*", "") || "no score"}`,
        set: (value) => ({ second: at + value }),
      },
    ],
  };
}

/** The expected rotation, in words. @param {Model} model @param {Expected | undefined} rope */
function expectation({ fromConfig, problem }, rope) {
  if (problem)
    return `**The configuration cannot be used:** ${escapeMarks(problem)}.`.replace(/\.\.$/, ".");
  if (!rope) return "**Not compared** with a configuration.";
  const { dHead, rotaryDim, layout } = rope;
  const parts = [
    layout && `pairs of ${layout === "half" ? "halves" : "neighbours"}`,
    rotaryDim < dHead && `${rotaryDim} of ${dHead} features`,
    ruleWords(rope),
  ];
  return `**${fromConfig ? "The configuration says" : "Expected:"}** ${parts.filter(Boolean).join(", ")}.`;
}

/** @param {P} p @param {D} d @param {Room} room @returns {Tree<P, D>[]} */
export function rotaryPanels(p, d, room) {
  const { narrow } = room;
  const answer = answerFor(p, d.rotaryQuestion);
  const summary = answer?.summary ? `: ${escapeMarks(answer.summary)}` : "";
  const rotationText = p.rotation ? `**${escapeMarks(p.rotation.name)}**${summary}. ` : "";
  const intro = `${rotationText}${expectation(d.model, d.expected)}`;
  const text = (/** @type {number} */ full) => verdictText(p, answer, "", full, false);
  const [left, top] = [rotaryLab(p, d, room), chart(p, d, room)];
  const verdict = verdictPanel(intro, text, narrow && room.width >= 600 ? 105 : VERDICT_HEIGHT);
  if (room.low) return [{ ...column(left, top), gap: 14 }];
  const all = narrow ? [left, top, verdict] : [row(left, { ...column(top, verdict), gap: 14 })];
  return [{ ...column(...all), gap: 14 }];
}

/** @param {P} p @param {D} d */
export function sayRotary(p, d) {
  const slipNames = d.slips.map((slip) => SLIPS.find(({ name }) => name === slip)?.words);
  const subject = p.rotation
    ? `${p.rotation.name}, ${p.rotation.words}`
    : slipNames.length
      ? `A rotary embedding with ${slipNames.join(" and ")}`
      : "A rotary embedding without a bug";
  const answer = answerFor(p, d.rotaryQuestion);
  const codes = answer?.findings.map(({ code }) => code) ?? [];
  const verdict = answer ? codes.join(", ") || "nothing is wrong" : "checking";
  return `${subject}. Verdict: ${verdict}.`;
}
