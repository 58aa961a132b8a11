// Trains the models of one <phasor-length-lab>, and passes the results to it. There is a worker for
// each processor, up to MOST_WORKERS; each trains one model at a time. Training pauses while the
// figure is out of sight.
import { Later } from "../core/later.js";
import { startWorker } from "../core/worker.js";
import { ORDER } from "./length-lab-model.js";

/** @import { Encoding, Run, Runs, Task } from "./length-lab-model.js" */
/** @import { Job, News, Order } from "./length-lab-session.js" */
/** @import { FigureElement } from "../core/element.js" */

/** The results that the figure shows. @typedef {Partial<Record<Task, Runs>>} Results */
/** @typedef {{ take: (order: Order) => void, jobs: number, end: () => void }} Lane */

const MOST_WORKERS = 4;
/** Milliseconds of training between two frames if no worker can run. */
const SLICE_MS = 6;

/** The code that trains in the page if no worker can run. */
export const training = new Later(() => import("./length-lab-session.js"));

/** @param {Job} job */
const keyOf = ({ task, encoding, seed }) => `${task} ${encoding} ${seed}`;

export class Trainer {
  #figure;
  /** @type {Lane[]} */
  #lanes = [];
  /** The lane of each model. @type {Map<string, Lane>} */
  #places = new Map();
  /** @type {Map<string, Job>} */
  #unfinished = new Map();
  #paused = false;
  #inSight = true;
  #observer;
  #askedId = "";
  /** @type {Results} */
  #results = {};

  /** @param {FigureElement} figure */
  constructor(figure) {
    this.#figure = figure;
    this.#observer = new IntersectionObserver(([{ isIntersecting }]) => {
      this.#inSight = isIntersecting;
      if (!figure.isConnected) this.end();
      this.#order();
    });
    this.#observer.observe(figure);
  }

  /** Whether any job is unfinished. */
  get busy() {
    return this.#unfinished.size > 0;
  }

  get paused() {
    return this.#paused;
  }

  /** Trains a model with each encoding. @param {Task} task @param {number} seed */
  train(task, seed) {
    const jobs = ORDER.map((encoding) => ({ task, encoding, seed }));
    this.#figure.setParameter("failure", "");
    for (const job of jobs) this.#give("train", job, { losses: [], here: true });
    this.#pause(false);
  }

  /** Fine-tunes the task's models with RoPE. @param {Task} task */
  tune(task) {
    for (const key of this.#places.keys()) {
      const [name, encoding, seed] = key.split(" ");
      if (name !== task || encoding !== "rope") continue;
      this.#give("tune", { task, encoding, seed: Number(seed) }, {});
    }
    this.#pause(false);
  }

  /** @param {"train" | "tune"} kind @param {Job} job @param {Partial<Run>} begun */
  #give(kind, job, begun) {
    const key = keyOf(job);
    if (this.#unfinished.has(key)) return;
    const lane = this.#places.get(key) ?? this.#freest();
    this.#places.set(key, lane);
    this.#unfinished.set(key, job);
    lane.jobs++;
    lane.take({ kind, job });
    this.#note(job, begun);
  }

  /** The lane with the fewest jobs; opens new lanes up to the number of workers. @returns {Lane} */
  #freest() {
    const maxWorkers = Math.min(navigator.hardwareConcurrency || 1, MOST_WORKERS);
    if (this.#lanes.length < maxWorkers) this.#lanes.push(this.#open());
    return this.#lanes.reduce((best, lane) => (lane.jobs < best.jobs ? lane : best));
  }

  /** @returns {Lane} */
  #open() {
    /** @type {Order[]} */
    const received = [];
    /** @type {Lane} */
    const lane = { jobs: 0, take: (order) => received.push(order), end: () => {} };
    const openHere = async () => {
      lane.take = (order) => received.push(order);
      try {
        const { Session } = await training.load();
        const session = new Session((message) => this.#receive(message, lane), SLICE_MS);
        this.#receive({ kind: "ready" }, lane);
        lane.take = (order) => session.take(order);
        for (const order of received) session.take(order);
      } catch {
        this.#miss(lane);
      }
    };
    this.#figure.setParameter("later", "loading");
    try {
      const worker = startWorker(
        () => new Worker(new URL("./length-lab-worker.js", import.meta.url), { type: "module" }),
        "length-lab-worker.js",
        import.meta.url,
      );
      lane.take = (order) => {
        received.push(order);
        worker.postMessage(order);
      };
      lane.end = () => worker.terminate();
      worker.onmessage = ({ data }) => this.#receive(data, lane);
      // The page's policy forbids the worker, or its file is missing.
      worker.onerror = (event) => {
        event.preventDefault();
        worker.terminate();
        openHere();
      };
    } catch {
      openHere();
    }
    return lane;
  }

  /** Handles a failure to load the training module. The next training tries again. @param {Lane} lane */
  #miss(lane) {
    if (!this.#lanes.includes(lane)) return;
    this.#lanes = this.#lanes.filter((other) => other !== lane);
    this.#figure.setParameter("later", "missing");
    this.stop();
  }

  /** @param {boolean} paused */
  #pause(paused) {
    this.#paused = paused;
    this.#order();
    this.#show();
  }

  pause() {
    this.#pause(true);
  }
  resume() {
    this.#pause(false);
  }

  #order() {
    for (const lane of this.#lanes)
      lane.take({ kind: "pause", paused: this.#paused || !this.#inSight });
  }

  /** Stops all training, and drops the models that are not finished. */
  stop() {
    for (const lane of this.#lanes) {
      lane.take({ kind: "stop" });
      lane.jobs = 0;
    }
    for (const [key, { task, encoding, seed }] of this.#unfinished) {
      const runs = this.#runs(task, encoding);
      const run = runs.find((run) => run.seed === seed);
      if (run?.hash) continue;
      this.#places.delete(key);
      const others = runs.filter((other) => other !== run);
      this.#put(task, encoding, others);
    }
    this.#unfinished.clear();
    this.#pause(false);
  }

  /** Ends its workers. */
  end() {
    this.#observer.disconnect();
    for (const lane of this.#lanes.splice(0)) lane.end();
    this.#unfinished.clear();
  }

  /**
   * Runs a sequence through a model trained in this page; the figure receives its attention.
   * @param {string} id @param {Job} job @param {{ tokens: Int32Array, added: Int32Array, interpolate: boolean }} sequence
   */
  ask(id, job, sequence) {
    const lane = this.#places.get(keyOf(job));
    if (id === this.#askedId || !lane) return;
    this.#askedId = id;
    lane.take({ kind: "read", id, job, ...sequence });
  }

  /** @param {News} message @param {Lane} lane */
  #receive(message, lane) {
    // The figure was reset, or has another trainer.
    if (this.#figure.p.trainer !== this) {
      this.end();
      return;
    }
    if (message.kind === "ready") {
      this.#figure.setParameter("later", "ready");
    } else if (message.kind === "read") {
      if (message.id === this.#askedId) this.#figure.setParameter("reading", message);
    } else if (message.kind === "failed") {
      this.#figure.setParameter("failure", message.message);
      this.stop();
    } else {
      const { kind, job, ...changes } = message;
      if (!this.#unfinished.has(keyOf(job))) return;
      if (message.kind === "losses") {
        const run = this.#runs(job.task, job.encoding).find(({ seed }) => seed === job.seed);
        this.#note(job, { losses: [...(run?.losses ?? []), ...message.losses] });
        return;
      }
      if (kind === "done") {
        this.#unfinished.delete(keyOf(job));
        lane.jobs--;
        this.#askedId = "";
      }
      this.#note(job, changes);
    }
  }

  /** @param {Task} task @param {Encoding} encoding @returns {Run[]} */
  #runs = (task, encoding) => this.#results[task]?.[encoding] ?? [];

  /** @param {Job} job @param {Partial<Run>} changes */
  #note({ task, encoding, seed }, changes) {
    const runs = this.#runs(task, encoding);
    const old = runs.find((run) => run.seed === seed) ?? { seed, losses: [] };
    const others = runs.filter((run) => run.seed !== seed);
    this.#put(task, encoding, [...others, { ...old, ...changes }]);
    this.#show();
  }

  /** @param {Task} task @param {Encoding} encoding @param {Run[]} runs */
  #put(task, encoding, runs) {
    this.#results = {
      ...this.#results,
      [task]: { ...this.#results[task], [encoding]: runs },
    };
  }

  #show() {
    this.#figure.setParameter("results", this.#results);
    this.#figure.setParameter("work", this.busy ? (this.#paused ? "paused" : "busy") : "");
  }
}
