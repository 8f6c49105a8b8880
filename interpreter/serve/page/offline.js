// The service worker: what the page is made of is asked of the network first and kept, so that the page opens without one
// too and goes on when there is one again. Nothing of rooms and analyses is kept, and nothing that is done.

const KEPT = "ludwright 1";
// The page itself, one for all its addresses; the workshop has one of its own, whose styles carry a nonce.
const shell = (path) => (path === "/workshop" || path.startsWith("/workshop/") ? "/workshop" : "/");
const isPart = (path) => path.startsWith("/page/") || path === "/api/games" || /^\/api\/games\/[^/]+\/picture\.svg$/.test(path);

async function fresh(request, name) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await kept.put(name, answer.clone());
    return answer.status < 500 ? answer : (await kept.match(name)) || answer; // a proxy answers for a server that is gone
  } catch (error) {
    const found = await kept.match(name);
    if (found) return found;
    throw error;
  }
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await self.clients.claim();
})()));
self.addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fresh(request, shell(pathname)));
  else if (isPart(pathname)) event.respondWith(fresh(request, request.url));
});
// What a page has loaded before there was a worker.
self.addEventListener("message", (event) => event.waitUntil((async () => {
  const kept = await caches.open(KEPT);
  for (const url of Array.isArray(event.data) ? event.data : []) {
    const { origin, pathname } = new URL(url, location.origin);
    if (origin !== location.origin) continue;
    const name = isPart(pathname) ? url : shell(pathname);
    if (!(await kept.match(name))) await kept.add(new Request(name)).catch(() => {});
  }
})()));
