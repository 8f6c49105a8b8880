// The workshop's connection: questions with numbers, answers in any order, the game told again to a new one.

import { line } from "../api.js";

// What is no fault of the text: a process that was lost, a machine that has too much else to do. It is asked again after
// so long, in milliseconds.
const NO_FAULT = ["E0786", "E0792", "E0794"], PAUSES = [500, 2000, 5000, 10_000];
const pause = (time) => new Promise((done) => setTimeout(done, time));

export class Link {
  // `connected` is told whether there is a connection, and then what `lost` answers is asked again by whoever asked.
  // (`connected` also is told why not, where the server says it.)
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
      this.line = line("/api/workshop", answered, (there, why) => {
        if (there && this.restore) this.send(this.restore);
        if (there) this.found?.();
        if (!there) {
          for (const done of this.waiting.values()) done({ lost: true });
          this.waiting.clear();
        }
        ready();
        connected(there, why);
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

  // The same, asked again as long as it is `wanted` where no answer came that is one; `waits` is called with why.
  async insist(request, { wanted = () => true, waits = () => {} } = {}) {
    for (let tries = 0; ; tries++) {
      const answer = await this.ask(request);
      const { error, lost } = answer;
      if (!wanted() || !(lost || (NO_FAULT.includes(error?.code) && tries < PAUSES.length))) return answer;
      if (error) waits(error.message);
      await (lost ? this.back() : pause(PAUSES[tries]));
      if (!wanted()) return answer;
    }
  }

  // When there is a connection again.
  back() {
    this.again ??= new Promise((found) => {
      this.found = () => {
        this.found = this.again = null;
        found();
      };
    });
    return this.again;
  }

  close() {
    this.line.close();
  }
}
