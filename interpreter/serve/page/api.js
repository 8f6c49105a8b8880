// What the server is asked, and what it tells: moves go by POST, news come by a socket.

export class Refused extends Error {
  constructor(status, error, body) {
    super(error?.message || `The server answered ${status}.`);
    this.status = status;
    this.code = error?.code || "";
    this.body = body;
  }
}

export async function ask(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused(0, { message: "The server cannot be reached." });
  }
  const found = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refused(answer.status, found?.error, found);
  return found;
}

export const get = (path) => ask("GET", path);
export const post = (path, body = {}) => ask("POST", path, body);

const key = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");
};

// A move that may not have arrived is sent again under the same id, as soon as the server can be reached: it is
// played once. After so many milliseconds one is told.
const PATIENCE = 600_000;
// No server, none behind the proxy (which says so), or the room goes from one to another.
const unreached = ({ status, code }) => [0, 502, 504].includes(status) || code === "E0795";
export async function send(path, body) {
  const request = { id: key(), ...body }, end = Date.now() + PATIENCE;
  for (let tries = 0; ; tries++) {
    try {
      return await post(path, request);
    } catch (error) {
      if (!(error instanceof Refused) || !unreached(error) || Date.now() > end) throw error;
      await pauseOrBack(Math.min(4000, 250 * 2 ** tries));
    }
  }
}

// So long, or until the network is there again.
const pauseOrBack = (time) => new Promise((done) => {
  const end = () => (clearTimeout(timer), removeEventListener("online", end), done());
  const timer = setTimeout(end, time);
  addEventListener("online", end);
});

// A connection that died without a word is found by asking: so often, and so long one waits for an answer.
const ASKED = 15_000, ANSWERED = 8_000;

// How a socket is closed that may be opened later, as there is no room for it now; and by which there is nothing to be
// had any more. So long one waits for room, at least.
const LATER = 1013, REFUSED = 1008, PATIENTLY = 5_000;
// An answer that says the same: ask again later.
export const crowded = (status) => status === 429 || status === 503;

// A socket that is opened again whenever it is lost, until `close()`: `told` gets each message, and whether it is the
// first of a connection; `connected` whether there is one, why not, where the server says it, and whether that is for
// good. `send` says whether there was one to send by.
export function line(path, told, connected) {
  let socket = null, timer, asking, waiting = null, tries = 0, closed = false, full = false, opened;
  const drop = () => {
    clearInterval(asking);
    clearTimeout(opened);
    clearTimeout(waiting);
    waiting = null;
    if (!socket) return;
    socket.onclose = socket.onmessage = socket.onopen = null;
    socket.close();
    socket = null;
  };
  const again = (event) => {
    drop();
    if (closed) return;
    full = event?.code === LATER;
    connected(false, event?.reason || "", event?.code === REFUSED);
    clearTimeout(timer);
    timer = setTimeout(open, (full ? PATIENTLY : 0) + Math.min(8000, 300 * 2 ** tries++) * (0.7 + 0.6 * Math.random()));
  };
  const open = () => {
    clearTimeout(timer);
    if (closed || (socket && socket.readyState <= WebSocket.OPEN)) return;
    const url = new URL(path, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const mine = (socket = new WebSocket(url));
    let first = true;
    const there = () => {
      tries = 0;
      connected(true);
    };
    mine.onopen = () => {
      // where there was no room it is told at once whether there is now
      if (full) opened = setTimeout(there, 500);
      else there();
      asking = setInterval(() => {
        mine.send("?");
        waiting ??= setTimeout(again, ANSWERED);
      }, ASKED);
    };
    mine.onmessage = (event) => {
      clearTimeout(waiting);
      waiting = null;
      const message = JSON.parse(event.data);
      if (message.alive) return;
      told(message, first);
      first = false;
    };
    mine.onclose = again;
  };
  const now = () => {
    tries = 0;
    if (!full) open();
  };
  addEventListener("online", now);
  addEventListener("offline", again);
  document.addEventListener("visibilitychange", now);
  open();
  return {
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(message);
      return true;
    },
    close() {
      closed = true;
      clearTimeout(timer);
      removeEventListener("online", now);
      removeEventListener("offline", again);
      document.removeEventListener("visibilitychange", now);
      drop();
    },
  };
}

// The news of a room; what is returned ends them.
export const news = (path, told, connected) => line(path, told, connected).close;
