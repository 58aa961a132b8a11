// clock.js: the time of the test's page. It passes by one frame whenever the browser draws, however long that takes,
// and by as many frames as a test asks for. So motion runs alike on any machine.

/** Milliseconds of a frame. */
const FRAME = 1000 / 60;
/** Milliseconds that pass when somebody looks at the clock, so that slices of long work end. */
const LOOK = 0.05;

const requestRealFrame = window.requestAnimationFrame.bind(window);
let now = performance.now();
let pumping = false;
let last = 0;
/** @type {Map<number, FrameRequestCallback>} */
const requested = new Map();

function tick() {
  now += FRAME;
  const due = [...requested.values()];
  requested.clear();
  for (const callback of due) callback(now);
}

function pump() {
  if (pumping) return;
  pumping = true;
  requestRealFrame(() => {
    pumping = false;
    tick();
    if (requested.size > 0) pump();
  });
}

performance.now = () => {
  now += LOOK;
  return now;
};
window.requestAnimationFrame = (callback) => {
  requested.set(++last, callback);
  pump();
  return last;
};
window.cancelAnimationFrame = (id) => void requested.delete(id);

/** Lets time pass at once. @param {number} milliseconds */
export function pass(milliseconds) {
  for (const end = now + milliseconds; now < end; ) tick();
}

/** Whether nothing on the page waits for the next frame. */
export const isQuiet = () => requested.size === 0;

/** Resolves when the browser has drawn a frame. @returns {Promise<number>} */
export const realFrame = () => new Promise((resolve) => requestRealFrame(resolve));
