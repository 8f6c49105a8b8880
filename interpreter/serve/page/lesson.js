// A first lesson: rooms one after the other, each a position in which something is to be tried. The server makes the steps of
// the game's own scenarios; what is not possible is answered as everywhere.

import { html, useEffect, useState } from "./vendor/ui.js";
import { get, post, send } from "./api.js";
import { keep } from "./links.js";
import { store, stored } from "./more.js";

const key = (room) => `lesson ${room}`;
export const lessonOf = (room) => stored(key(room), null);

// The room of a step; what was begun for the one before is left to expire, or deleted when one goes on.
async function open(lesson, at) {
  const step = lesson.steps[at];
  const made = await post("/api/rooms", { game: lesson.game, seats: ["person"], seed: step.seed, options: step.options, ...(step.position && { position: step.position }) });
  for (const move of step.moves) {
    const told = await get(`/api/rooms/${made.room}`);
    await send(`/api/rooms/${made.room}/moves`, { does: "move", move, version: told.version, player: told.mover });
  }
  keep(made.room, made.links);
  store(key(made.room), { ...lesson, at });
  return made.room;
}

export async function beginLesson(game, title, go) {
  const { steps } = await get(`/api/games/${encodeURIComponent(game)}/lesson`);
  if (!steps.length) throw new Error("There is no lesson for this game: try it against the easy computer, all that is not possible is explained.");
  go(`/r/${await open({ game, title, steps }, 0)}`);
}

// `moved` are the texts of the moves that were made since the step began; `refusal` what was pressed that is not possible.
export function Lesson({ lesson, room, moved, refusal, go, announce }) {
  const { steps, at, game, title } = lesson, step = steps[at];
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const [tried, setTried] = useState(false);
  const done = moved.length > 0 && step.wanted.includes(moved[0]);
  const other = moved.length > 0 && !done;
  useEffect(() => {
    if (refusal) setTried(true);
  }, [refusal]);
  const praise = done ? (step.wins ? "That wins." : "That is it.") : other ? (step.wins ? "That is possible, but wins nothing yet." : "That is possible, too, but not what this is about.") : "";
  useEffect(() => {
    if (praise) announce(praise);
  }, [praise]);
  const leave = async (next) => {
    setBusy(true);
    try {
      go(await next());
      await post(`/api/rooms/${room}/delete`, { room }).catch(() => {}); // it is of no use any more
    } catch (error) {
      setProblem(error.message);
      setBusy(false);
    }
  };
  const to = (step) => leave(async () => `/r/${await open({ game, title, steps }, step)}`);
  const last = at === steps.length - 1;
  const task = step.wins ? "Find the move that wins." : step.wanted.length === 1 ? `Try it: ${step.written[0]}.` : "Try it: make such a move.";
  return html`<section class="lesson" aria-label=${`Lesson, step ${at + 1} of ${steps.length}`}>
    <p><small>Step ${at + 1} of ${steps.length}</small> <b>${step.words}</b> ${praise || task}
      ${!praise && step.refused.length > 0 && html` ${tried ? "The rules say why that is not possible." : `${step.refused[0]} is not possible: press it to hear why.`}`}</p>
    <div class="row">
      ${other && html`<button type="button" class="strong" disabled=${busy} onClick=${() => to(at)}>Once more</button>`}
      ${!last && html`<button type="button" class=${done ? "strong" : ""} disabled=${busy} onClick=${() => to(at + 1)}>${done ? "Go on" : "Skip"}</button>`}
      ${last && html`<button type="button" class=${done ? "strong" : ""} disabled=${busy} onClick=${() => leave(async () => `/?game=${encodeURIComponent(game)}`)}>Play ${title}</button>`}
    </div>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
  </section>`;
}
