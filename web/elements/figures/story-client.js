// Has tasks done by the story model: in a worker that all figures of the page share, or without one in the page.
import { Later } from "../core/later.js";
import { startWorker } from "../core/worker.js";

/** @import { Client } from "../core/later.js" */
/** @import { News, Order, Session, Task } from "./story-session.js" */

/** What a figure was told last, by the kind of its tasks; and why the last one failed. @typedef {{ [K in Exclude<News, { kind: "failed" }> as K["kind"]]?: K } & { failed?: string }} Told */
/** @typedef {Client & { p: { told: Told } }} Figure */

/** Milliseconds of work between two frames if no worker can run. */
const SLICE_MS = 6;

/** The model, in the page if no worker can run. */
export const model = new Later(() => import("./story-session.js"));

/** Takes orders: the worker, or the session in the page. @type {{ take: (order: Order) => void } | undefined} */
let lane;
/** Who waits for an answer, by the order's name. @type {Map<string, Set<Figure>>} */
const waiting = new Map();
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

/** Sets what a figure was told. @param {Figure} figure @param {Told} told */
const tell = (figure, told) => figure.setParameter("told", { ...figure.p.told, ...told });

/** @param {News} news */
function hear(news) {
  for (const figure of waiting.get(news.id) ?? []) {
    const isNeeded = [...(needs.get(figure)?.values() ?? [])].includes(news.id);
    if (!isNeeded) waiting.get(news.id)?.delete(figure);
    else if (news.kind === "failed") tell(figure, { failed: news.message });
    else tell(figure, { [news.kind]: news, failed: undefined });
  }
  const isLast = news.kind !== "write" || news.losses;
  if (isLast) waiting.delete(news.id);
}

/** @param {Order[]} orders to carry out; more may come while the model loads */
async function openHere(orders) {
  lane = { take: (order) => orders.push(order) };
  try {
    const { Session: Here } = await model.load();
    /** @type {Session} */
    const session = new Here(hear, SLICE_MS);
    lane = session;
    for (const order of orders) session.take(order);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    lane = undefined;
    for (const { id } of orders) hear({ kind: "failed", id, message });
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
    worker.onmessage = ({ data }) => hear(data);
    // The page's policy forbids the worker, or its file is missing.
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      openHere(orders.filter(({ id }) => waiting.has(id)));
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
 * Has the tasks of a figure done that are not done yet; the figure's state `told` receives what comes of them.
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
    if (before?.get(task.kind) === id || figure.p.told[task.kind]?.id === id) continue;
    const figures = waiting.get(id);
    waiting.set(id, (figures ?? new Set()).add(figure));
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
  tell(figure, { failed: undefined });
}

/** The name of a task: equal tasks have equal names. @param {Task} task @param {string} weights */
export const nameOf = (task, weights) => JSON.stringify([weights, task]);
