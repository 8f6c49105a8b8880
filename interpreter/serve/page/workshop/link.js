// The workshop's connection: questions with numbers, answers in any order, the game told again to a new one.

export class Link {
  // `connected` is told whether there is a connection.
  constructor(connected) {
    this.connected = connected;
    this.waiting = new Map();
    this.number = 0;
    this.tries = 0;
    // what a new connection is asked first: the text that is open, and its moves
    this.restore = null;
    this.opened = this.open();
  }

  open() {
    const url = new URL("/api/workshop", location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = (this.socket = new WebSocket(url));
    return new Promise((ready) => {
      socket.onopen = () => {
        this.tries = 0;
        this.connected(true);
        if (this.restore) this.send(this.restore);
        ready();
      };
      socket.onmessage = (event) => {
        const answer = JSON.parse(event.data);
        this.waiting.get(answer.id)?.(answer);
        this.waiting.delete(answer.id);
      };
      socket.onclose = () => {
        if (this.closed) return;
        this.connected(false);
        for (const done of this.waiting.values()) done({ lost: true });
        this.waiting.clear();
        setTimeout(() => !this.closed && this.open().then(ready), Math.min(8000, 300 * 2 ** this.tries++));
      };
    });
  }

  send(request) {
    const id = ++this.number;
    return new Promise((done) => {
      this.waiting.set(id, done);
      this.socket.send(JSON.stringify({ ...request, id }));
    });
  }

  // The answer: `{ok}`, `{error}`, `{superseded}` where a newer one was asked, `{lost}` where nobody answered.
  async ask(request) {
    await this.opened;
    if (this.closed || this.socket.readyState !== WebSocket.OPEN) return { lost: true };
    const answer = await this.send(request);
    if (answer.ok?.made) {
      const { text, name, options, seed } = { ...this.restore, ...request };
      this.restore = { do: "open", text, name, options, seed, moves: answer.ok.made };
    }
    return answer;
  }

  close() {
    this.closed = true;
    this.socket.close();
  }
}
