// figures.mjs: how fast figures mount and respond to the reader, in Chromium, throttled and not.
// `node tests/bench/figures.mjs [--only waves] [--throttle 4]` serves the page's sources, opens each
// figure alone at 1440 pixels, opens its menu, and moves each handle and slider once in every
// second frame. The first two columns are processor time of the page's thread, which other programs
// hardly change; the second is after subtracting the time of as many frames without a move. The
// other columns are wall-clock time. `--throttle 1` omits the throttled measurements.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createServer } from "vite";
import { figures as elements } from "../../rolldown.config.js";
import { alias } from "../../vite.config.js";
import { launch } from "../serving.js";
import { median } from "./measure.mjs";

const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    throttle: { type: "string", default: "4" },
    json: { type: "boolean" },
  },
});
const THROTTLE = Number(options.throttle);
/** Moves of each handle or slider. */
const MOVES = 24;

const server = await createServer({
  root: fileURLToPath(new URL("../../", import.meta.url)),
  configFile: false,
  logLevel: "error",
  resolve: { alias, conditions: ["module", "browser", "production"] },
  server: { port: 0, watch: null, hmr: false },
  appType: "mpa",
});
await server.listen();
const origin = server.resolvedUrls?.local[0] ?? "";
const browser = await launch();

/** Mounts the figure in the page, and returns how long that took. @param {string} tag */
async function mount(tag) {
  await customElements.whenDefined(tag);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
  const figure = /** @type {any} */ (document.createElement(tag));
  const start = performance.now();
  document.body.append(figure);
  figure.near = true;
  if (figure.drawNow) figure.drawNow();
  else await figure.updateComplete;
  void document.body.offsetHeight;
  return performance.now() - start;
}

/** As many frames as for a handle's moves, but without moves. @param {number} moves */
async function wait(moves) {
  const figure = /** @type {any} */ (document.body.lastElementChild);
  for (const details of figure.shadowRoot.querySelectorAll("details")) details.open = true;
  for (let n = 0; n < moves; n++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) =>
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = resolve;
        channel.port2.postMessage(0);
      }),
    );
  }
}

/** Moves everything that can be moved, in every second frame, and returns the time of each move.
 * @param {number} moves */
async function use(moves) {
  const figure = /** @type {any} */ (document.body.lastElementChild);
  const root = figure.shadowRoot;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const tasks = /** @type {number[]} */ ([]);
  const controls = /** @type {{ what: string, times: number[] }[]} */ ([]);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: "longtask" });
  /** The time of a move: its handlers, and the next frame from its start until it is painted. */
  const step = async (/** @type {() => void} */ move) => {
    // A frame between two moves, so that no move waits for the drawing of the one before.
    await frame();
    const frames = new Promise((resolve) => {
      // Requested before the figure's own callback, so it is called first.
      requestAnimationFrame(() => {
        const start = performance.now();
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now() - start);
        channel.port2.postMessage(0);
      });
    });
    const start = performance.now();
    move();
    const handled = performance.now() - start;
    return handled + /** @type {number} */ (await frames);
  };
  const plot = root.querySelector(".plot");
  for (const handle of root.querySelectorAll(".handle")) {
    const box = handle.getBoundingClientRect();
    const area = plot.getBoundingClientRect();
    const from = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const send = (/** @type {string} */ type, /** @type {number} */ part) =>
      plot.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          pointerId: 1,
          pointerType: "mouse",
          clientX: from.x + part * (area.left + area.width * 0.9 - from.x),
          clientY: from.y + part * (area.top + area.height * 0.4 - from.y),
        }),
      );
    const times = [];
    send("pointerdown", 0);
    for (let n = 1; n <= moves; n++) times.push(await step(() => send("pointermove", n / moves)));
    send("pointerup", 1);
    controls.push({ what: handle.getAttribute("aria-label"), times });
    figure.reset?.();
    await frame();
  }
  for (const slider of root.querySelectorAll("input[type=range]")) {
    const times = [];
    for (let n = 1; n <= moves; n++) {
      const value = Number(slider.min) + (n / moves) * (Number(slider.max) - Number(slider.min));
      times.push(
        await step(() => {
          slider.value = String(value);
          slider.dispatchEvent(new Event("input", { bubbles: true }));
        }),
      );
    }
    controls.push({ what: slider.name || slider.id, times });
    figure.reset?.();
    await frame();
  }
  return { controls, longest: Math.max(0, ...tasks) };
}

/** The processor time of the page's thread, in milliseconds.
 * @param {import("playwright").CDPSession} session */
async function threadTime(session) {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
}

const rows = [];
for (const name of elements) {
  if (options.only && name !== options.only) continue;
  const row = { name, cpu: 0, move: 0, mount: 0, frame: 0, worst: 0, slow: 0, task: 0, what: "" };
  for (const rate of THROTTLE > 1 ? [1, THROTTLE] : [1]) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.route("**/blank.html", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: "<!doctype html><body style='margin: 40px'></body>",
      }),
    );
    await page.goto(`${origin}blank.html`);
    await page.addScriptTag({ type: "module", url: `/web/elements/phasor-${name}.js` });
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate });
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const before = await threadTime(session);
    const took = await page.evaluate(mount, `phasor-${name}`);
    const mounted = await threadTime(session);
    await page.waitForTimeout(500);
    // One extra run for opening the menu.
    await page.evaluate(wait, MOVES);
    const opened = await threadTime(session);
    await page.evaluate(wait, MOVES);
    const rested = await threadTime(session);
    const empty = (rested - opened) / MOVES;
    const { controls, longest } = await page.evaluate(use, MOVES);
    if (rate === 1) {
      row.cpu = mounted - before;
      row.move = ((await threadTime(session)) - rested) / (controls.length * MOVES) - empty;
      row.mount = took;
      row.frame = Math.max(0, ...controls.map(({ times }) => median(times)));
      row.worst = Math.max(0, ...controls.flatMap(({ times }) => times));
    } else {
      const slowest = controls.reduce(
        (best, { times, what }) =>
          median(times) > best.median ? { median: median(times), what } : best,
        { median: 0, what: "" },
      );
      row.slow = slowest.median;
      row.what = slowest.what;
      row.task = longest;
    }
    await page.close();
  }
  rows.push(row);
}
await browser.close();
await server.close();

if (options.json) console.log(JSON.stringify(rows, null, 2));
else {
  console.log(
    `milliseconds, of the slowest handle or slider of each figure; throttled ${THROTTLE}×`,
  );
  console.log(
    "figure      thread: mount  a move   mount   median frame   longest   throttled median   longest task   slowest",
  );
  for (const { name, cpu, move, mount, frame, worst, slow, task, what } of rows) {
    const cells = [cpu, move, mount, frame, worst, slow, task].map((value, n) =>
      value.toFixed(1).padStart([13, 8, 8, 15, 10, 19, 15][n]),
    );
    console.log(`${name.padEnd(12)}${cells.join("")}   ${what}`);
  }
}
