// Has questions answered without slowing down input: after a short pause, in a worker, or without
// one in the page when it is idle.
import { Later } from "../core/later.js";
import { startWorker } from "../core/worker.js";

/** @import { Client as Figure } from "../core/later.js" */
/** @import { Answer, Question } from "./bugs-answer.js" */

/** What the package answered, or a note on why it has not. @typedef {{ question: Question, answer?: Answer, note?: string }} Reply */
/** The parts of a figure that are used here. @typedef {Figure & { view?: { printing: boolean, draw: () => void } }} DrawnFigure */

/** The module that, in the page, answers questions, reads files and shows rotary embeddings. */
export const diagnosis = new Later(() => import("./bugs-diagnosis.js"));

/** Milliseconds for which a question must stay the same before it is asked. */
const REST_MS = 150;

/** @typedef {{ question: Question, take: (reply: Omit<Reply, "question">) => void }} Request */

/** The worker, shared by all figures of the page; null if none can run. @type {Worker | null | undefined} */
let worker;
/** Whether the worker has answered before. */
let isLoaded = false;
let count = 0;
/** @type {Map<number, Request>} */
const requests = new Map();

/** Stops the worker and answers the open questions in the page. */
function giveUp() {
  worker?.terminate();
  worker = null;
  for (const [id, request] of requests) {
    requests.delete(id);
    answerHere(request);
  }
}

/** @param {Request} request */
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

function openWorker() {
  try {
    worker = startWorker(
      () => new Worker(new URL("./bugs-worker.js", import.meta.url), { type: "module" }),
      "bugs-worker.js",
      import.meta.url,
    );
    worker.onmessage = ({ data: { id, answer } }) => {
      isLoaded = true;
      requests.get(id)?.take({ answer });
      requests.delete(id);
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

/** @param {Question} question @param {Request["take"]} take */
function ask(question, take) {
  if (worker === undefined) openWorker();
  const id = count++;
  requests.set(id, { question, take });
  if (worker) worker.postMessage({ id, question });
  else giveUp();
}

/** @typedef {{ question: Question, reply?: Reply, timer?: ReturnType<typeof setTimeout> }} Consultation */

/** @type {WeakMap<DrawnFigure, Consultation>} */
const consultations = new WeakMap();

/**
 * Asks a figure's question, and sets the figure's state `reply` to the answer.
 * @param {DrawnFigure} figure @param {Question | undefined} question undefined: no question, for example while a card is held
 */
export function consult(figure, question) {
  const last = consultations.get(figure);
  const reply = last?.reply?.note && diagnosis.module ? undefined : last?.reply;
  const isPrinting = Boolean(figure.view?.printing);
  if (last?.question === question && (reply || !(last?.reply || isPrinting))) {
    // Resetting a figure clears its `reply`.
    if (reply && figure.p.reply !== reply) figure.setParameter("reply", reply);
    return;
  }
  clearTimeout(last?.timer);
  if (!question) {
    consultations.delete(figure);
    return;
  }
  /** @type {Consultation} */
  const consultation = { question };
  /** @param {Omit<Reply, "question">} answer */
  const take = (answer) => {
    consultation.reply = { question, ...answer };
    if (consultations.get(figure) === consultation)
      figure.setParameter("reply", consultation.reply);
  };
  consultations.set(figure, consultation);
  if (isPrinting) {
    print(take, question);
    figure.view?.draw();
    return;
  }
  consultation.timer = setTimeout(() => {
    if (!isLoaded && !diagnosis.module)
      figure.setParameter("reply", { question, note: `checking … ${diagnosis.loading}` });
    ask(question, take);
  }, REST_MS);
}

/** Answers at once, for printing, if the module is loaded. @param {Request["take"]} take @param {Question} question */
function print(take, question) {
  const { module } = diagnosis;
  if (module) take({ answer: module.answerTo(question) });
  else {
    take({ note: "the diagnosis was not loaded yet. Print again to see it." });
    diagnosis.load().catch(() => {});
  }
}
