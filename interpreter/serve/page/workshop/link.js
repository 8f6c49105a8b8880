// The workshop's connection: questions with numbers, answers in any order, the game told again to a new one.

import { line } from "../api.js";

export class Link {
  // `connected` is told whether there is a connection, and then what `lost` answers is asked again by whoever asked.
  constructor(connected) {
    this.waiting = new Map();
    this.number = 0;
    // what a new connection is asked first: the text that is open, and its moves
    this.restore = null;
    const answered = (answer) => {
      this.waiting.get(answer.id)?.(answer);
      this.waiting.delete(answer.id);
    };
    this.opened = new Promise((ready) => {
      this.line = line("/api/workshop", answered, (there) => {
        if (there && this.restore) this.send(this.restore);
        if (!there) {
          for (const done of this.waiting.values()) done({ lost: true });
          this.waiting.clear();
        }
        ready();
        connected(there);
      });
    });
  }

  // The answer: `{ok}`, `{error}`, `{superseded}` where a newer one was asked, `{lost}` where nobody answered.
  send(request) {
    const id = ++this.number;
    return new Promise((done) => {
      if (this.line.send(JSON.stringify({ ...request, id }))) this.waiting.set(id, done);
      else done({ lost: true });
    });
  }

  async ask(request) {
    await this.opened;
    const answer = await this.send(request);
    if (answer.ok?.made) {
      const { text, name, options, seed } = { ...this.restore, ...request };
      this.restore = { do: "open", text, name, options, seed, moves: answer.ok.made };
    }
    return answer;
  }

  close() {
    this.line.close();
  }
}
