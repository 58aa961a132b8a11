// Has questions answered away from the reader's hand: once it rests, in a worker, or where there can be none,
// in the page when it is idle.
import { Later } from "../core/later.js";
import { openWorker, source } from "./bugs-later.js";

/** @import { Asker as Figure } from "../core/later.js" */
/** @import { Answer, Question } from "./bugs-answer.js" */

/** What the package answered, or a note on why it has not. @typedef {{ question: Question, answer?: Answer, note?: string }} Told */
/** What is needed of a figure. @typedef {Figure & { view?: { printing: boolean, draw: () => void } }} Asker */

/** What answers, reads files and shows rotary embeddings, in the page. */
export const diagnosis = new Later(source);

/** Milliseconds in which nothing new is asked. */
const REST = 150;

/** @typedef {{ question: Question, take: (told: Omit<Told, "question">) => void }} Asked */

/** The worker of all figures of the page; null where there can be none. @type {Worker | null | undefined} */
let worker;
/** Whether it has answered. */
let isLoaded = false;
let count = 0;
/** @type {Map<number, Asked>} */
const asked = new Map();

/** What is still open is answered here. */
function giveUp() {
  worker?.terminate();
  worker = null;
  for (const [id, each] of asked) {
    asked.delete(id);
    answerHere(each);
  }
}

/** @param {Asked} asked */
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
    worker = openWorker();
    worker.onmessage = ({ data: { id, answer } }) => {
      isLoaded = true;
      asked.get(id)?.take({ answer });
      asked.delete(id);
    };
    // A page's policy, or a file that is not there.
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
 * Asks what a figure wants to know, and tells it as its state `told`.
 * @param {Asker} figure @param {Question | undefined} question undefined: nothing, as while a card is held
 */
export function consult(figure, question) {
  const last = visits.get(figure);
  const told = last?.told?.note && diagnosis.module ? undefined : last?.told;
  const isPrinting = Boolean(figure.view?.printing);
  if (last?.question === question && (told || !(last?.told || isPrinting))) {
    // A figure that was reset has forgotten it.
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
  }, REST);
}

/** Paper does not wait. @param {Asked["take"]} tell @param {Question} question */
function print(tell, question) {
  const { module } = diagnosis;
  if (module) tell({ answer: module.answerTo(question) });
  else {
    tell({ note: "what finds it was not loaded yet. Print again to see it." });
    diagnosis.try();
  }
}
