// Has questions answered without slowing down input: after a short pause, in a worker, or without
// one in the page when it is idle.
import { Later } from "../core/later.js";
import { startWorker } from "../core/worker.js";

/** @import { Client as Figure } from "../core/later.js" */
/** @import { Answer, Question } from "./bugs-answer.js" */

/** What the package answered, or a note on why it has not. @typedef {{ question: Question, answer?: Answer, note?: string }} Told */
/** The parts of a figure that are used here. @typedef {Figure & { view?: { printing: boolean, draw: () => void } }} Asker */

/** The module that, in the page, answers questions, reads files and shows rotary embeddings. */
export const diagnosis = new Later(() => import("./bugs-diagnosis.js"));

/** Milliseconds for which a question must stay the same before it is asked. */
const REST_MS = 150;

/** @typedef {{ question: Question, take: (told: Omit<Told, "question">) => void }} Asked */

/** The worker, shared by all figures of the page; null if none can run. @type {Worker | null | undefined} */
let worker;
/** Whether the worker has answered before. */
let isLoaded = false;
let count = 0;
/** @type {Map<number, Asked>} */
const asked = new Map();

/** Stops the worker and answers the open questions in the page. */
function giveUp() {
  worker?.terminate();
  worker = null;
  for (const [id, request] of asked) {
    asked.delete(id);
    answerHere(request);
  }
}

/** @param {Asked} request */
function answerHere({ question, take }) {
  const { module } = diagnosis;
  if (module) {
    whenIdle(() => take({ answer: module.answerTo(question) }));
    return;
  }
  diagnosis.load().then(
    ({ answerTo }) => take({ answer: answerTo(question) }),
    ({ message }) => {
      // The next question tries again.
      worker = undefined;
      take({ note: message });
    },
  );
}

/** @param {() => void} work */
const whenIdle = (work) =>
  typeof requestIdleCallback === "function"
    ? requestIdleCallback(work, { timeout: 500 })
    : setTimeout(work, 0);

function open() {
  try {
    worker = startWorker(
      () => new Worker(new URL("./bugs-worker.js", import.meta.url), { type: "module" }),
      "bugs-worker.js",
      import.meta.url,
    );
    worker.onmessage = ({ data: { id, answer } }) => {
      isLoaded = true;
      asked.get(id)?.take({ answer });
      asked.delete(id);
    };
    // The page's policy forbids the worker, or its file is missing.
    worker.onerror = (event) => {
      event.preventDefault();
      giveUp();
    };
  } catch {
    worker = null;
  }
}

/** @param {Question} question @param {Asked["take"]} take */
function ask(question, take) {
  if (worker === undefined) open();
  const id = count++;
  asked.set(id, { question, take });
  if (worker) worker.postMessage({ id, question });
  else giveUp();
}

/** @typedef {{ question: Question, told?: Told, timer?: ReturnType<typeof setTimeout> }} Visit */

/** @type {WeakMap<Asker, Visit>} */
const visits = new WeakMap();

/**
 * Asks a figure's question, and sets the figure's state `told` to the answer.
 * @param {Asker} figure @param {Question | undefined} question undefined: no question, for example while a card is held
 */
export function consult(figure, question) {
  const last = visits.get(figure);
  const told = last?.told?.note && diagnosis.module ? undefined : last?.told;
  const isPrinting = Boolean(figure.view?.printing);
  if (last?.question === question && (told || !(last?.told || isPrinting))) {
    // Resetting a figure clears its `told`.
    if (told && figure.p.told !== told) figure.setParameter("told", told);
    return;
  }
  clearTimeout(last?.timer);
  if (!question) {
    visits.delete(figure);
    return;
  }
  /** @type {Visit} */
  const visit = { question };
  /** @param {Omit<Told, "question">} answer */
  const tell = (answer) => {
    visit.told = { question, ...answer };
    if (visits.get(figure) === visit) figure.setParameter("told", visit.told);
  };
  visits.set(figure, visit);
  if (isPrinting) {
    print(tell, question);
    figure.view?.draw();
    return;
  }
  visit.timer = setTimeout(() => {
    if (!isLoaded && !diagnosis.module)
      figure.setParameter("told", { question, note: `checking … ${diagnosis.loading}` });
    ask(question, tell);
  }, REST_MS);
}

/** Answers at once, for printing, if the module is loaded. @param {Asked["take"]} tell @param {Question} question */
function print(tell, question) {
  const { module } = diagnosis;
  if (module) tell({ answer: module.answerTo(question) });
  else {
    tell({ note: "the diagnosis was not loaded yet. Print again to see it." });
    diagnosis.load().catch(() => {});
  }
}
