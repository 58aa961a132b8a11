// The page's service worker: it keeps the page's files, so that the page works without a connection after one visit.
// The build (build/offline.js) puts the list of files before it, and so its bytes change with any of them.
//
// A new version is installed beside the old one, and takes over when no page of the old one is open. Until then, pages
// come from the network if there is one, and the old version's files stay where its pages find them.

/** @type {any} */
const worker = self;
/** @type {{ FILES: Record<string, string>, VERSION: string }} */
const { FILES, VERSION } = worker;
const PREFIX = "phasor-page ";
const NAME = PREFIX + VERSION;

/** @param {string} file */
const addressOf = (file) => new URL(file, worker.location.href).href;

/** Adds a file to the cache; a file of other content than this version's, from a server in the middle of an update, is an error. @param {Cache} cache @param {[file: string, integrity: string]} entry */
async function addToCache(cache, [file, integrity]) {
  const response = await fetch(addressOf(file), { integrity, cache: "no-cache" });
  if (!response.ok) throw new Error(`phasor: ${file}: ${response.status}`);
  await cache.put(addressOf(file), response);
}

async function install() {
  const cache = await caches.open(NAME);
  await Promise.all(Object.entries(FILES).map((entry) => addToCache(cache, entry)));
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {string} address @param {Request} request */
async function respond(address, request) {
  const cached = await (await caches.open(NAME)).match(address);
  // Files in assets/ have their content's hash in their names.
  if (request.mode !== "navigate" && cached) return cached;
  return fetch(request).catch((error) => {
    if (cached) return cached;
    throw error;
  });
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  url.search = "";
  url.hash = "";
  const address = url.href.endsWith("/") ? `${url.href}index.html` : url.href;
  if (request.method !== "GET" || !Object.keys(FILES).some((file) => addressOf(file) === address))
    return;
  event.respondWith(respond(address, request));
});
