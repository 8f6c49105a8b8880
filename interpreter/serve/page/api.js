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

// A move that may not have arrived is sent again under the same id: it is played once.
export async function send(path, body) {
  const request = { id: key(), ...body };
  for (let tries = 0; ; tries++) {
    try {
      return await post(path, request);
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 0 || tries >= 4) throw error;
      await new Promise((done) => setTimeout(done, 250 * 2 ** tries));
    }
  }
}

// The news of a room until `close()`: `told` gets each message, `connected` whether there is a connection.
export function news(path, told, connected) {
  let socket, timer, tries = 0, closed = false;
  const open = () => {
    clearTimeout(timer);
    if (closed || (socket && socket.readyState <= WebSocket.OPEN)) return;
    const url = new URL(path, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const mine = (socket = new WebSocket(url));
    mine.onopen = () => {
      tries = 0;
      connected(true);
    };
    mine.onmessage = (event) => told(JSON.parse(event.data));
    mine.onclose = () => {
      if (closed || socket !== mine) return;
      connected(false);
      timer = setTimeout(open, Math.min(8000, 300 * 2 ** tries++) * (0.7 + 0.6 * Math.random()));
    };
  };
  const now = () => {
    tries = 0;
    open();
  };
  addEventListener("online", now);
  document.addEventListener("visibilitychange", now);
  open();
  return () => {
    closed = true;
    clearTimeout(timer);
    removeEventListener("online", now);
    document.removeEventListener("visibilitychange", now);
    socket?.close();
  };
}
