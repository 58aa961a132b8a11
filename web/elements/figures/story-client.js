// Has tasks done by the story model: in a worker that all figures of the page share, or without one in the page.
import { Later } from "../core/later.js";
import { startWorker } from "../core/worker.js";

/** @import { Client } from "../core/later.js" */
/** @import { News, Order, Session, Task } from "./story-session.js" */

/** What a figure was told last, by the kind of its tasks; and why the last one failed. @typedef {{ [K in Exclude<News, { kind: "failed" }> as K["kind"]]?: K } & { failed?: string }} Results */
/** @typedef {Client & { p: { results: Results } }} Figure */

/** Milliseconds of work between two frames if no worker can run. */
const SLICE_MS = 6;

/** The model, in the page if no worker can run. */
export const model = new Later(() => import("./story-session.js"));

/** Takes orders: the worker, or the session in the page. @type {{ take: (order: Order) => void } | undefined} */
let lane;
/** Who waits for an answer, by the order's name. @type {Map<string, Set<Figure>>} */
const pending = new Map();
/** The answers that each figure needs now, by kind. @type {WeakMap<Figure, Map<string, string>>} */
const needs = new WeakMap();

/** The weights beside this module; beside the page if the module has no address. */
function ownWeights() {
  try {
    return new URL("./story.safetensors", import.meta.url).href;
  } catch {
    return new URL("story.safetensors", document.baseURI).href;
  }
}

/** Adds to the results of a figure. @param {Figure} figure @param {Results} results */
const setResults = (figure, results) =>
  figure.setParameter("results", { ...figure.p.results, ...results });

/** @param {News} message */
function receive(message) {
  for (const figure of pending.get(message.id) ?? []) {
    const isNeeded = [...(needs.get(figure)?.values() ?? [])].includes(message.id);
    if (!isNeeded) pending.get(message.id)?.delete(figure);
    else if (message.kind === "failed") setResults(figure, { failed: message.message });
    else setResults(figure, { [message.kind]: message, failed: undefined });
  }
  const isLast = message.kind !== "write" || message.losses;
  if (isLast) pending.delete(message.id);
}

/** @param {Order[]} orders to carry out; more may come while the model loads */
async function openHere(orders) {
  lane = { take: (order) => orders.push(order) };
  try {
    const { Session: Here } = await model.load();
    /** @type {Session} */
    const session = new Here(receive, SLICE_MS);
    lane = session;
    for (const order of orders) session.take(order);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    lane = undefined;
    for (const { id } of orders) receive({ kind: "failed", id, message });
  }
}

function open() {
  /** @type {Order[]} */
  const orders = [];
  try {
    const worker = startWorker(
      () => new Worker(new URL("./story-worker.js", import.meta.url), { type: "module" }),
      "story-worker.js",
      import.meta.url,
    );
    worker.onmessage = ({ data }) => receive(data);
    // The page's policy forbids the worker, or its file is missing.
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      openHere(orders.filter(({ id }) => pending.has(id)));
    };
    lane = {
      take(order) {
        orders.push(order);
        worker.postMessage(order);
      },
    };
  } catch {
    openHere([]);
  }
}

/**
 * Has the tasks of a figure done that are not done yet; the figure's state `results` receives what comes of them.
 * @param {Figure} figure @param {string} weights the address of the weights, or "" for the model's own @param {Task[]} tasks
 */
export function consult(figure, weights, tasks) {
  const before = needs.get(figure);
  /** @type {Map<string, string>} */
  const now = new Map();
  for (const task of tasks) {
    const address = weights ? new URL(weights, document.baseURI).href : ownWeights();
    const id = nameOf(task, weights);
    now.set(task.kind, id);
    if (before?.get(task.kind) === id || figure.p.results[task.kind]?.id === id) continue;
    const figures = pending.get(id);
    pending.set(id, (figures ?? new Set()).add(figure));
    if (figures) continue;
    if (!lane) open();
    lane?.take({ id, address, task });
  }
  needs.set(figure, now);
}

/** Asks again for what could not be done. @param {Figure} figure */
export function retry(figure) {
  needs.delete(figure);
  lane = undefined;
  setResults(figure, { failed: undefined });
}

/** The name of a task: equal tasks have equal names. @param {Task} task @param {string} weights */
export const nameOf = (task, weights) => JSON.stringify([weights, task]);
