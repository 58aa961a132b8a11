// webkit.js: runs WebKitGTK's browser through its WebDriver.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** The browser that the driver starts; MiniBrowser is not in PATH. */
export function miniBrowser() {
  for (const library of ["/usr/lib", "/usr/libexec"]) {
    const folders = existsSync(library) ? readdirSync(library) : [];
    for (const folder of ["", ...folders.filter((name) => name.includes("-linux-gnu"))]) {
      for (const version of ["4.1", "4.0", "6.0"]) {
        const name = version === "6.0" ? "webkitgtk-6.0" : `webkit2gtk-${version}`;
        const file = `${library}/${folder}/${name}/MiniBrowser`;
        if (existsSync(file)) return file;
      }
    }
  }
  return undefined;
}

/** A port that is free now. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}

/** Failures of the browser and its driver on a busy machine, not of the page's script. */
const CRASHED = /Could not parse script result|page crash or hang/;

/**
 * The value of a promise in a page, in a new browser if one crashes.
 * @param {string} address of the page @param {string} script an expression
 * @returns {Promise<any>}
 */
export async function inWebKit(address, script) {
  for (let browsers = 1; ; browsers++) {
    try {
      return await inOneWebKit(address, script);
    } catch (error) {
      if (!CRASHED.test(String(error)) || browsers === 3) throw error;
      console.log(`WebKitGTK, once more, after ${error}`);
    }
  }
}

/** @param {string} address @param {string} script @returns {Promise<any>} */
async function inOneWebKit(address, script) {
  /** @type {import("node:child_process").ChildProcess[]} */
  const children = [];
  // WebKitGTK turns C.UTF-8 into the language "C", which its Intl refuses, but C into en-US.
  /** @type {NodeJS.ProcessEnv} */
  const environment = { ...process.env, LC_ALL: "C" };
  if (!environment.DISPLAY && !environment.WAYLAND_DISPLAY) {
    const screen = ["-displayfd", "3", "-screen", "0", "1024x768x24", "-nolisten", "tcp"];
    const display = spawn("Xvfb", screen, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
    children.push(display);
    const [number] = await once(
      /** @type {import("node:stream").Readable} */ (display.stdio[3]),
      "data",
    );
    environment.DISPLAY = `:${String(number).trim()}`;
  }
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], {
    env: environment,
    stdio: "ignore",
  });
  children.push(driver);

  /** @param {string} method @param {string} path @param {object} [body] */
  const command = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: body && JSON.stringify(body),
    });
    const { value } = /** @type {any} */ (await response.json());
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  let session = "";
  try {
    for (let isThere = false; !isThere; ) {
      try {
        await command("GET", "/status");
        isThere = true;
      } catch (error) {
        if (driver.exitCode !== null) throw error;
        await wait(20);
      }
    }
    const options = { binary: miniBrowser(), args: ["--automation"] };
    const capabilities = { browserName: "MiniBrowser", "webkitgtk:browserOptions": options };
    const made = await command("POST", "/session", { capabilities: { alwaysMatch: capabilities } });
    session = `/session/${made.sessionId}`;
    await command("POST", `${session}/timeouts`, { script: null });
    await command("POST", `${session}/url`, { url: address });
    const body = { script: `${script}.then(arguments[0]);`, args: [] };
    return await command("POST", `${session}/execute/async`, body);
  } finally {
    if (session) await command("DELETE", session).catch(() => {});
    for (const child of children.reverse()) {
      const gone = once(child, "exit");
      child.kill();
      await Promise.race([gone, wait(3000)]);
    }
  }
}
