// Open games on the first page: those whose hosts wait for whoever comes, joined at a click; and what visitors have made.

import { html, useEffect, useState } from "./vendor/ui.js";
import { get, post } from "./api.js";
import { Later } from "./later.js";
import { remembered } from "./more.js";
import { NameField } from "./people.js";
import { Picture } from "./waiting.js";

const AGAIN = 5000; // milliseconds between two looks, while the page is seen
const time = (seconds) => (seconds < 60 ? `${seconds} s` : seconds < 5400 ? `${Math.round(seconds / 60)} min` : seconds < 172800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86400)} days`);
const clockOf = ({ clock }) => (clock ? `${time(clock.seconds)} each${clock.increment ? ` + ${clock.increment} s a turn` : ""}` : "no clock");
const many = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;

function useLobby() {
  const [lobby, setLobby] = useState(null);
  useEffect(() => {
    let timer, left = false;
    const look = () => {
      clearTimeout(timer);
      if (document.hidden) return;
      get("/api/lobby").then((found) => !left && setLobby(found), () => {}).finally(() => !left && (timer = setTimeout(look, AGAIN)));
    };
    document.addEventListener("visibilitychange", look);
    look();
    return () => ((left = true), clearTimeout(timer), document.removeEventListener("visibilitychange", look));
  }, []);
  return [lobby, setLobby];
}

export function Lobby({ go, announce }) {
  const [lobby, setLobby] = useLobby();
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  if (!lobby?.kept) return null;
  const mine = new Set(remembered().map((each) => each.room));
  const join = async (game) => {
    setBusy(true);
    setProblem("");
    try {
      await post(`/api/rooms/${game.room}/join`);
      go(`/r/${game.room}`);
    } catch (error) {
      setProblem(error.message);
      announce(error.message);
      setBusy(false);
      get("/api/lobby").then(setLobby, () => {});
    }
  };
  return html`<section class="lobby" aria-labelledby="lobby"><div class="row"><h2 id="lobby">Open games</h2><span class="soft" role="status">${lobby.games.length ? many(lobby.games.length, "game") : ""}</span></div>
    ${lobby.games.length === 0 ? html`<p class="soft">Nobody waits for somebody to play with just now. Choose a game and <i>Play anybody</i>: it stands here until somebody comes.</p>`
      : html`<ul>${lobby.games.map((game) => {
        const host = game.seats.find((seat) => !seat.free && seat.who)?.who, free = game.seats.filter((seat) => seat.free), id = `open-${game.room}`;
        return html`<li key=${game.room}><img src=${`/api/games/${encodeURIComponent(game.game)}/picture.svg`} alt="" width="56" height="56" loading="lazy" />
          <p id=${id}><b>${game.title}</b> <small>${host ? `with ${host}` : "with somebody"} · you play ${free[0].name}${free.length > 1 ? `, ${many(free.length, "seat")} free` : ""} · ${clockOf(game)}${Object.values(game.options).length ? ` · ${Object.values(game.options).join(", ")}` : ""}</small></p>
          ${mine.has(game.room) ? html`<button type="button" aria-describedby=${id} onClick=${() => go(`/r/${game.room}`)}>Yours</button>`
            : html`<button type="button" class="strong" aria-describedby=${id} disabled=${busy} onClick=${() => join(game)}>Join</button>`}</li>`;
      })}</ul><${NameField} id="lobby-name" label="You are called" />`}
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}</section>`;
}

const MANY = 24;

// Games that visitors have made, where the server keeps a gallery: looked at, played and made something of in the workshop.
export function Gallery({ search, announce }) {
  const [games, setGames] = useState([]);
  const [all, setAll] = useState(false);
  const [reported, setReported] = useState(null);
  useEffect(() => void get("/api/gallery").then((found) => setGames(found.games), () => {}), []);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = games.filter((game) => words.every((word) => `${game.title} ${game.by} visitors`.toLowerCase().includes(word)));
  if (!found.length) return null;
  return html`<section><h2>Made by visitors</h2><ul class="cards">
    ${found.slice(0, all ? found.length : MANY).map((game) => html`<li key=${game.id}><a class="card" href=${`/workshop?gallery=${game.id}`}>
      <${Picture} src=${`/api/gallery/${game.id}/picture.svg`} size="180" /><span>${game.title}</span></a>
      <small class="facts">${game.by ? `by ${game.by} · ` : ""}${many(game.players, "player")}</small>
      ${game.origin && html`<small>made from ${game.origin.title}</small>`}
      <button type="button" class="linked report" onClick=${() => setReported(game)} aria-label=${`Report ${game.title}`}>Report</button></li>`)}</ul>
    ${!all && found.length > MANY && html`<div class="row center"><button type="button" onClick=${() => setAll(true)}>Show all ${found.length}</button></div>`}
    ${reported && html`<${Later} load=${() => import("./reporting.js")} part="Report" path=${`/api/gallery/${reported.id}`} title=${`Report ${reported.title}`} announce=${announce} onClose=${() => setReported(null)} />`}</section>`;
}
