// Who plays: names, whose turn it is, scores, clocks.

import { html, useEffect, useRef, useState } from "./vendor/ui.js";

const time = (left) => {
  const all = Math.max(0, Math.ceil(left));
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
};

// The seconds that are left, counting down here between the server's news; they stand while it cannot be reached, until
// it says what they are.
function useLeft(clock, player, version, stands) {
  const [now, setNow] = useState(() => performance.now());
  const [since, setSince] = useState(now);
  useEffect(() => {
    if (stands) return undefined;
    setSince(performance.now());
    setNow(performance.now());
    if (!clock) return undefined;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [clock, version, stands]);
  if (!clock) return null;
  const left = clock.left?.[player - 1];
  return left === undefined ? null : left - (clock.running === player ? (now - since) / 1000 : 0);
}

// Who sits at a seat of the present game: players of a match change seats, and pieces and hands are the seats'.
export function sitter({ seats }, { seating, called }, seat) {
  const player = seating ? seating.indexOf(seat) : -1;
  return player < 0 ? seats[seat - 1] : called[player];
}

// Who may sit on a seat where it is no machine.
export const people = [
  { by: "person", words: "A person here" },
  { by: "link", words: "A person, by a link" },
  { by: "program", words: "A program of yours" },
];

// Who plays, in words: `mcts:1s` is the name of one of our players.
function role(seat, you) {
  const mine = you.includes(seat.player);
  if (seat.who && ["person", "link", "program"].includes(seat.by)) return `${seat.who}${mine ? " (you)" : seat.here ? "" : ", not here"}`;
  if (seat.by === "person") return mine ? "you" : "a person";
  if (seat.by === "link" || seat.by === "program") {
    const kind = seat.by === "link" ? "by link" : "a program";
    return mine ? `you, ${kind}` : seat.here ? kind : `${kind}, not here`;
  }
  return seat.by === "computer" ? "computer" : `computer, ${seat.by.replace(/^computer:/, "")}`;
}

// A rank in words: who share a place share its mean, and who has lost alone has none.
function placed(rank, ranks) {
  const sharing = ranks.filter((each) => each === rank).length, place = rank - (sharing - 1) / 2;
  if (!rank) return "lost";
  if (ranks.length === 2 && sharing === 2) return "draw";
  return `${place}${["th", "st", "nd", "rd"][place] || "th"}${sharing > 1 ? ", shared" : ""}`;
}

function Seat({ seat, snapshot, colour, you, stands, heard }) {
  const left = useLeft(snapshot.clock, seat.player, snapshot.version, stands);
  const turn = !snapshot.over && snapshot.mover === seat.player;
  const score = snapshot.scores.find(([name]) => name === seat.name);
  const rank = snapshot.over?.ranks?.[seat.player - 1];
  const name = snapshot.called[seat.player - 1];
  return html`<li class=${turn ? "seat turn" : "seat"} aria-current=${turn ? "true" : null}>
    <span class="swatch" aria-hidden="true"><svg viewBox="-10 -10 20 20" width="20" height="20"><circle r="8.5" fill=${colour} stroke="currentColor" stroke-width="1.5" /></svg></span>
    <span class="who"><b>${name}</b> <small>${!you.includes(seat.player) && ["person", "link", "program"].includes(seat.by) && html`<span class=${seat.here ? "dot" : "dot away"} aria-hidden="true"></span> `}${role(seat, you)}</small>${heard?.player === seat.player && html`<q class="heard" aria-hidden="true">${heard.words}</q>`}</span>
    ${snapshot.over && rank !== undefined && html`<span class="rank">${placed(rank, snapshot.over.ranks)}</span>`}
    ${score && html`<span class="score"><span class="unseen">has </span>${score[1]}</span>`}
    ${left !== null && html`<span class=${`clock${left < 20 ? " low" : ""}${stands ? " stands" : ""}`} title=${stands ? "As it was when the connection was lost" : null} role="timer" aria-label=${`${name} has ${time(left)}`}>${time(left)}</span>`}
  </li>`;
}

export function Seats({ snapshot, colours, lost, heard }) {
  const before = useRef(null);
  if (lost) before.current = snapshot.clock;
  const stands = lost || (!!snapshot.clock && before.current === snapshot.clock);
  return html`<ul class="seats" aria-label="Players">
    ${snapshot.seats.map((seat) => html`<${Seat} key=${seat.player} seat=${seat} heard=${heard} stands=${stands} you=${snapshot.you} snapshot=${snapshot} colour=${colours[snapshot.seating[seat.player - 1]] || "#a9a59d"} />`)}
  </ul>`;
}
