// Who plays: names, whose turn it is, scores, clocks.

import { html, useEffect, useState } from "./vendor/ui.js";

const time = (left) => {
  const all = Math.max(0, Math.ceil(left));
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
};

// The seconds that are left, counting down here between the server's news.
function useLeft(clock, player, version) {
  const [now, setNow] = useState(() => performance.now());
  const [since, setSince] = useState(now);
  useEffect(() => {
    setSince(performance.now());
    setNow(performance.now());
    if (!clock) return undefined;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [clock, version]);
  if (!clock) return null;
  const left = clock.left?.[player - 1];
  return left === undefined ? null : left - (clock.running === player ? (now - since) / 1000 : 0);
}

const roles = { person: "here", link: "by link", program: "a program" };

function Seat({ seat, snapshot, colour }) {
  const left = useLeft(snapshot.clock, seat.player, snapshot.version);
  const turn = !snapshot.over && snapshot.mover === seat.player;
  const score = snapshot.scores.find(([name]) => name === seat.name);
  const rank = snapshot.over?.ranks?.[seat.player - 1];
  const notes = [roles[seat.by] || seat.by, seat.here === false && "away", seat.you && roles[seat.by] !== "here" && "you"];
  return html`<li class=${turn ? "seat turn" : "seat"} aria-current=${turn ? "true" : null}>
    <span class="swatch" aria-hidden="true"><svg viewBox="-10 -10 20 20" width="20" height="20"><circle r="8.5" fill=${colour} stroke="currentColor" stroke-width="1.5" /></svg></span>
    <span class="who"><b>${seat.name}</b> <small>${notes.filter(Boolean).join(", ")}</small></span>
    ${snapshot.over && rank !== undefined && html`<span class="rank">${rank === 1 ? "1st" : rank === 2 ? "2nd" : rank === 3 ? "3rd" : `${rank}.`}</span>`}
    ${score && html`<span class="score"><span class="unseen">has </span>${score[1]}</span>`}
    ${left !== null && html`<span class=${left < 20 ? "clock low" : "clock"} role="timer" aria-label=${`${seat.name} has ${time(left)}`}>${time(left)}</span>`}
    ${turn && html`<span class="dot" aria-hidden="true"></span>`}
  </li>`;
}

export function Seats({ snapshot, colours }) {
  return html`<ul class="seats" aria-label="Players">
    ${snapshot.seats.map((seat) => html`<${Seat} key=${seat.player} seat=${seat} snapshot=${snapshot} colour=${colours[seat.player] || "#a9a59d"} />`)}
  </ul>`;
}
