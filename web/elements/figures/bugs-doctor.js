// Has questions answered away from the reader's hand: once it rests, in a worker, or where there can be none,
// in the page when it is idle.
import { answerTo } from "./bugs-answer.js";
import { openWorker } from "./bugs-thread.js";

/** @import { Answer, Question } from "./bugs-answer.js" */

/** What the package answered. @typedef {{ question: Question, answer: Answer }} Told */
/** What is needed of a figure. @typedef {{ p: { told?: Told }, view?: { printing: boolean, draw: () => void }, setParameter: (name: string, value: Told) => void }} Asker */

/** Milliseconds in which nothing new is asked. */
const REST = 150;

/** The worker of all figures of the page; null where there can be none. @type {Worker | null | undefined} */
let worker;
let count = 0;
/** @type {Map<number, { question: Question, take: (answer: Answer) => void }>} */
const asked = new Map();

/** What is still open is answered here. */
function giveUp() {
  worker?.terminate();
  worker = null;
  for (const [id, { question, take }] of asked) {
    asked.delete(id);
    whenIdle(() => take(answerTo(question)));
  }
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
      asked.get(id)?.take(answer);
      asked.delete(id);
    };
    // A page's policy, or a file that is not there.
    worker.onerror = giveUp;
  } catch {
    worker = null;
  }
}

/** @param {Question} question @param {(answer: Answer) => void} take */
function ask(question, take) {
  if (worker === undefined) open();
  const id = count++;
  asked.set(id, { question, take });
  if (worker) worker.postMessage({ id, question });
  else giveUp();
}

/** @typedef {{ question: Question, answer?: Answer, timer?: ReturnType<typeof setTimeout> }} Visit */

/** @type {WeakMap<Asker, Visit>} */
const visits = new WeakMap();

/**
 * Asks what a figure wants to know, and tells it as its state `told`.
 * @param {Asker} figure @param {Question | undefined} question undefined while a card is held
 */
export function consult(figure, question) {
  const last = visits.get(figure);
  if (last?.question === question && (last?.answer || !figure.view?.printing)) {
    // A figure that was reset has forgotten it.
    if (last?.answer && figure.p.told?.answer !== last.answer)
      tell(figure, last.question, last.answer);
    return;
  }
  clearTimeout(last?.timer);
  if (!question) {
    visits.delete(figure);
    return;
  }
  /** @type {Visit} */
  const visit = { question };
  visits.set(figure, visit);
  // Paper does not wait.
  if (figure.view?.printing) {
    visit.answer = answerTo(question);
    tell(figure, question, visit.answer);
    figure.view.draw();
    return;
  }
  visit.timer = setTimeout(() => {
    ask(question, (answer) => {
      visit.answer = answer;
      if (visits.get(figure) === visit) tell(figure, question, answer);
    });
  }, REST);
}

/** @param {Asker} figure @param {Question} question @param {Answer} answer */
const tell = (figure, question, answer) => figure.setParameter("told", { question, answer });
