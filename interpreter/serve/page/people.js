// What one is called, kept in this browser and told to each room that one comes into; and who else is there.

import { html, useEffect, useState } from "./vendor/ui.js";
import { post } from "./api.js";
import { choose, useSetting } from "./settings.js";

const LONGEST = 24; // as the server cuts it

// A field for one's name; it holds when one has written it.
export function NameField({ id = "own-name", label = "Your name" }) {
  const name = useSetting("name");
  const [typed, setTyped] = useState(name);
  useEffect(() => setTyped(name), [name]);
  const done = () => choose("name", typed.replace(/\s+/g, " ").trim());
  return html`<div class="field naming"><label for=${id}>${label}</label>
    <input id=${id} value=${typed} maxlength=${LONGEST} autocomplete="nickname" placeholder="Nobody in particular" onInput=${(event) => setTyped(event.target.value)}
      onChange=${done} onBlur=${done} onKeyDown=${(event) => event.key === "Enter" && (event.preventDefault(), done())} /></div>`;
}

// Tells a room, once one is in, what one is called; `known` is what it knows.
export function useName(path, known) {
  const name = useSetting("name"), here = known !== undefined;
  const [told, setTold] = useState(null);
  useEffect(() => {
    if (!here || name === (told ?? known)) return;
    setTold(name);
    post(`${path}/name`, { name }).catch(() => {}); // one is nobody in particular then
  }, [here, name]);
}

// The people of a room who have names, or have said something: who they are to the others.
export function peopleOf(game, said) {
  const found = new Map();
  for (const each of said) found.set(each.person, { person: each.person, name: each.name || game.board.players[each.player - 1] || "The host" });
  for (const seat of game.seats) if (seat.person) found.set(seat.person, { person: seat.person, name: `${seat.who} (${seat.name})` });
  for (const each of game.onlookers?.named ?? []) found.set(each.person, each);
  found.delete(game.person);
  return [...found.values()];
}

// Does anybody else come here who could be spoken to?
export const isMet = (game) => !!game.offered || !!game.onlookers || game.seats.some((seat) => ["link", "program"].includes(seat.by));

export function LookingOn({ onlookers }) {
  if (!onlookers) return null;
  const { named, others } = onlookers;
  const rest = others ? [`${others} ${named.length ? "more" : others === 1 ? "person" : "people"}`] : [];
  return html`<p class="soft looking"><span class="dot" aria-hidden="true"></span> Looking on: ${[...named.map((each) => each.name), ...rest].join(", ")}</p>`;
}
