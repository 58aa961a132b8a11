// A new, empty project in a temporary folder that installs the packed package and other packages from npm.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { launch, serveFolder } from "../serving.js";

/** Minutes that a program may take: the machine may be busy. */
const PATIENCE = 15 * 60_000;

/** The expected table: the third row of `sinusoidal(3, 4)` as JSON. */
export { WANTED } from "./programs.js";

/** @typedef {Awaited<ReturnType<typeof createProject>>} Project */

/** @param {string} name @param {Record<string, string>} packages versions by name
 * @param {string} tarball the packed package */
export async function createProject(name, packages, tarball) {
  const folder = mkdtempSync(join(tmpdir(), `phasor-${name}-`));
  const env = {
    ...process.env,
    PATH: [join(folder, "node_modules/.bin"), process.env.PATH].join(delimiter),
    // onnxruntime-node would fetch libraries for graphics cards.
    ...{ ONNXRUNTIME_NODE_INSTALL: "skip", ONNXRUNTIME_NODE_INSTALL_CUDA: "skip" },
    ...{ CI: "true", NO_COLOR: "1", FORCE_COLOR: "0", NODE_OPTIONS: "", NODE_ENV: undefined },
    ...{
      NEXT_TELEMETRY_DISABLED: "1",
      ASTRO_TELEMETRY_DISABLED: "1",
      NUXT_TELEMETRY_DISABLED: "1",
    },
  };
  /** @type {(() => Promise<unknown> | void)[]} */
  const endings = [];

  /** @param {string} path @param {string | Uint8Array | object} content */
  function write(path, content) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    const bare = typeof content === "string" || content instanceof Uint8Array;
    writeFileSync(file, bare ? content : JSON.stringify(content, null, 2));
    return file;
  }

  /** A program of the project or of the machine, with all its output. @param {string} line */
  function begin(line) {
    const [program, ...parameters] = line.split(" ");
    const child = spawn(program, parameters, { cwd: folder, env, detached: true });
    /** @type {{ said: string, code?: number | string }} */
    const state = { said: "" };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        state.said += text;
      });
    }
    const ended = new Promise((resolve) => {
      child.on("error", (error) => {
        state.said += String(error);
        state.code ??= error.message;
        resolve(undefined);
      });
      child.on("close", (code, signal) => {
        state.code ??= code ?? signal ?? "unknown";
        resolve(undefined);
      });
    });
    const stop = () => {
      try {
        if (child.pid) process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended.
      }
    };
    return { state, ended, stop };
  }

  /** Runs a program to its end; what it printed. @param {string} line words between spaces */
  async function run(line) {
    const { state, ended, stop } = begin(line);
    const timer = setTimeout(stop, PATIENCE);
    await ended;
    clearTimeout(timer);
    if (state.code !== 0) throw new Error(`${line} (${state.code}):\n${state.said}`);
    return state.said;
  }

  /** Starts a server; the address that it prints. @param {string} line */
  async function start(line) {
    const { state, stop } = begin(line);
    endings.push(stop);
    const deadline = Date.now() + PATIENCE;
    for (;;) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of terminals
      const output = state.said.replace(/\u001b\[[\d;]*m/g, "");
      const [address] =
        /https?:\/\/(localhost|127\.0\.0\.1|\[::1?\]|0\.0\.0\.0):\d+/.exec(output) ?? [];
      if (address) return address.replace(/0\.0\.0\.0|\[::\]/, "localhost");
      if (state.code !== undefined || Date.now() > deadline) {
        throw new Error(`${line} (${state.code ?? "no address"}):\n${state.said}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Serves a folder of the project like any file server, with the given headers.
   * @param {string} path @param {Record<string, string>} [headers] */
  async function serve(path, headers = {}) {
    const { address, close } = await serveFolder(join(folder, path), { headers });
    endings.push(close);
    return address;
  }

  write("package.json", {
    private: true,
    type: "module",
    dependencies: { phasor: `file:${tarball}`, ...packages },
  });
  const end = async () => {
    for (const ending of endings) await ending();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await run("npm install --prefer-offline --no-audit --no-fund --no-progress --loglevel=error");
  } catch (error) {
    await end();
    throw error;
  }
  return { folder, write, run, start, serve, end };
}

/** Whether a figure has drawn: one of its canvases is wide and not blank. @param {string} tag */
const isDrawn = (tag) => `(() => {
  const figure = document.querySelector(${JSON.stringify(tag)});
  if (!(figure?.getBoundingClientRect().width > 200)) return false;
  const inked = (canvas) => {
    if (!(canvas.width > 20 && canvas.height > 20)) return false;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.some((value) => value !== 0);
  };
  return [...(figure.shadowRoot?.querySelectorAll("canvas") ?? [])].some(inked);
})()`;

/** Opens a page: what its scripts leave in `globalThis.answer`, once the figures named have drawn.
 * Whatever it says to the console as an error is one. @param {string} address
 * @param {{ figures?: string[], answer?: boolean }} [wanted] */
export async function look(address, { figures = [], answer = true } = {}) {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    /** @type {string[]} */
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error" && !message.location().url.endsWith("favicon.ico")) {
        errors.push(message.text());
      }
    });
    await page.goto(address, { timeout: 120_000 });
    const wait = async (/** @type {string} */ what) => {
      try {
        await page.waitForFunction(what, undefined, { timeout: 60_000 });
      } catch (error) {
        const text = await page.evaluate("document.documentElement.outerHTML");
        throw new Error(`${error}\n${errors.join("\n")}\n${String(text).slice(0, 2000)}`);
      }
    };
    if (answer) await wait("globalThis.answer !== undefined");
    for (const tag of figures) await wait(isDrawn(tag));
    if (errors.length) throw new Error(errors.join("\n"));
    return String(await page.evaluate("globalThis.answer"));
  } finally {
    await browser.close();
  }
}
