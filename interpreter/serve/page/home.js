// The first page: choose a game, say who plays, begin.

import { html, useEffect, useMemo, useRef, useState } from "./vendor/ui.js";
import { get, post } from "./api.js";
import { refusal } from "./entering.js";
import { beginLesson } from "./lesson.js";
import { Later } from "./later.js";
import { invite, keep } from "./links.js";
import { Gallery, Lobby } from "./lobby.js";
import { forget, remembered, store, stored } from "./more.js";
import { Picture, useBitByBit } from "./waiting.js";
import { people } from "./seats.js";

// In this order; what else there is comes last.
const families = { katarenga: "Katarenga", triad: "Triad", troke: "Troke", variants: "Variants", invented: "Invented", classics: "Classics" };
const place = (family) => (Object.keys(families).indexOf(family) + 1) || 99;

// What a newcomer is offered first, and what the computer plays like.
const FIRST = "troika";
const levels = [["easy", "Easy"], ["medium", "Medium"], ["hard", "Hard"], ["best", "Best"]];
const level = { get: () => stored("level") || "easy", set: (value) => store("level", value) };

const many = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;
const inShort = (game) => [game.players && many(game.players, "player"), game.minutes && `about ${game.minutes} min`, game.kinds].filter(Boolean).join(" · ");
const link = (go, path) => ({ href: path, onClick: (event) => (event.preventDefault(), go(path)) });

export function Home({ wanted, go, announce }) {
  const [games, setGames] = useState(null);
  const [search, setSearch] = useState("");
  const [problem, setProblem] = useState("");
  const [carrying, setCarrying] = useState(false);
  const [came, setCame] = useState(0);
  useEffect(() => {
    document.title = "Ludwright";
    get("/api/games").then((found) => setGames(found.games), (error) => setProblem(error.message));
  }, []);
  const found = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    return (games || []).filter((game) => words.every((word) => `${game.name} ${game.title} ${game.family} ${game.about} ${game.kinds || ""}`.toLowerCase().includes(word)));
  }, [games, search]);
  const most = Object.keys(families).length + 1; // one for all other families
  const shown = useBitByBit(games ? most : 0);
  if (wanted) return html`<${Begin} name=${wanted} title=${games?.find((game) => game.name === wanted)?.title || wanted} shipped=${!!games?.some((game) => game.name === wanted)} go=${go} />`;
  const groups = [...new Set(found.map((game) => game.family))].sort((a, b) => place(a) - place(b));
  const first = games?.find((game) => game.name === FIRST) || games?.[0];
  return html`<main class="home" data-whole=${shown === most}>
    ${games && html`<${GoOn} key=${came} games=${games} go=${go} />`}
    ${refusal() && html`<p class="problem" role="alert">${refusal()}</p>`}
    ${first && html`<${First} game=${first} go=${go} />`}
    <${Lobby} go=${go} announce=${announce} />
    <h2 class="choose">Choose a game</h2>
    <p class="about">Or <a ...${link(go, "/a/new")}>open a record</a> of a game that was played, or <button type="button" class="linked" onClick=${() => setCarrying(true)}>take your games to another machine</button>.</p>
    ${carrying && html`<${Later} load=${() => import("./carrying.js")} part="Carrying" announce=${announce} onFetched=${() => setCame((count) => count + 1)} onClose=${() => setCarrying(false)} />`}
    <div class="search"><label for="search">Search</label>
      <input id="search" type="search" value=${search} autocomplete="off" placeholder="chess, hexagons, Triad …" onInput=${(event) => setSearch(event.target.value)} />
      <span role="status">${games ? many(found.length, "game") : ""}</span></div>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${groups.slice(0, shown).map((family) => html`<section key=${family}><h2>${families[family] || family}</h2>
      <ul class="cards">${found.filter((game) => game.family === family).map((game) => html`<li key=${game.name}>
        <a class="card" aria-describedby=${`about-${game.name}`} ...${link(go, `/?game=${encodeURIComponent(game.name)}`)}>
          <${Picture} src=${`/api/games/${encodeURIComponent(game.name)}/picture.svg`} size="180" />
          <span>${game.title}</span></a>${inShort(game) && html`<small class="facts">${inShort(game)}</small>`}<small id=${`about-${game.name}`}>${game.about}</small></li>`)}</ul></section>`)}
    <${Gallery} search=${search} announce=${announce} />
  </main>`;
}

// Who begins a room: its links are known to this page alone.
const began = async (go, wish, open = false) => {
  const made = await post("/api/rooms", wish);
  keep(made.room, made.links);
  invite(made.room);
  if (open) await post(`/api/rooms/${made.room}/offer`, { open });
  go(`/r/${made.room}`);
};

function Levels({ value, onChange }) {
  return html`<div class="levels" role="radiogroup" aria-label="How strong the computer is">
    ${levels.map(([key, words]) => html`<label key=${key} class=${value === key ? "chosen" : ""}><input type="radio" name="level" value=${key} checked=${value === key} onChange=${() => onChange(key)} />${words}</label>`)}</div>`;
}

// The game that is begun by one press.
function First({ game, go }) {
  const [strength, setStrength] = useState(level.get());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const others = (by) => ["person", ...Array(Math.max(0, (game.players || 2) - 1)).fill(by)];
  const begin = async (by) => {
    setBusy(true);
    setProblem("");
    await began(go, { game: game.name, seats: others(by) }).catch((error) => (setProblem(error.message), setBusy(false)));
  };
  const learn = async () => {
    setBusy(true);
    setProblem("");
    await beginLesson(game.name, game.title, go).catch((error) => (setProblem(error.message), setBusy(false)));
  };
  return html`<section class="first" aria-labelledby="first">
    <img src=${`/api/games/${encodeURIComponent(game.name)}/picture.svg`} alt="" width="260" height="260" />
    <div><h1 id="first">Play ${game.title} now</h1><p>${game.about}</p>${inShort(game) && html`<p class="soft">${inShort(game)}</p>`}
      <${Levels} value=${strength} onChange=${(value) => (setStrength(value), level.set(value))} />
      <div class="row"><button type="button" class="strong large" disabled=${busy} onClick=${() => begin(`computer:${strength}`)}>${busy ? "Setting up …" : "Play now"}</button>
        <button type="button" class="large" disabled=${busy} onClick=${() => begin("link")}>Play a friend</button>
        <button type="button" class="large" disabled=${busy} onClick=${learn}>Learn it</button></div>
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}</div></section>`;
}

// The games that one is in, with whose turn it is.
function GoOn({ games, go }) {
  const [rooms, setRooms] = useState(() => remembered().slice(0, 6).map((room) => ({ ...room, said: "" })));
  useEffect(() => {
    for (const { room } of rooms) get(`/api/rooms/${room}/glance`).then(
      (found) => setRooms((before) => before.map((each) => (each.room === room ? { ...each, ply: found.ply, mine: found.yours, said: found.over ? "over" : found.yours ? "your move" : `${found.moverName} to move` } : each))),
      (error) => [403, 404].includes(error.status) && (forget(room), setRooms((before) => before.filter((each) => each.room !== room))));
  }, []);
  if (!rooms.length) return null;
  return html`<nav class="rooms" aria-label="Games that you are in"><h2>Go on with</h2><ul>
    ${rooms.map(({ room, title, ply, said, mine }) => {
      const game = games.find((each) => each.title === title);
      return html`<li key=${room} class=${mine ? "mine" : ""}><a ...${link(go, `/r/${room}`)}>
        ${game && html`<img src=${`/api/games/${encodeURIComponent(game.name)}/picture.svg`} alt="" width="64" height="64" />`}
        <span><b>${title}</b><small>${[said, ply > 0 && many(ply, "move")].filter(Boolean).join(" · ")}</small></span></a></li>`;
    })}</ul></nav>`;
}

const clocks = [
  ["", "No clock"],
  ["60 0", "1 minute each"],
  ["180 2", "3 minutes each, 2 seconds a turn"],
  ["600 5", "10 minutes each, 5 seconds a turn"],
  ["1800 20", "30 minutes each, 20 seconds a turn"],
  ["86400 0", "A day each"],
];
const timed = (clock) => {
  const [seconds, increment] = clock.split(" ").map(Number);
  return clock ? { clock: { seconds, increment } } : {};
};
// A position that a game is to begin with, and the options that it is of, may come with the address.
function given() {
  const asked = new URLSearchParams(location.search);
  try {
    return { position: asked.get("position") || null, options: JSON.parse(asked.get("options") || "{}") };
  } catch {
    return { position: asked.get("position") || null, options: {} };
  }
}

function Begin({ name, shipped, go }) {
  const { position, options: first } = useMemo(given, [name]);
  const [about, setAbout] = useState(null);
  const [problem, setProblem] = useState("");
  const [seats, setSeats] = useState([]);
  const [options, setOptions] = useState(first);
  const [clock, setClock] = useState("");
  const [busy, setBusy] = useState(false);
  const [strength, setStrength] = useState(level.get());
  const [side, setSide] = useState("0");
  const heading = useRef();
  useEffect(() => {
    get(`/api/games/${encodeURIComponent(name)}`).then((found) => {
      setAbout(found);
      const machine = found.machines.find((each) => each.by === "computer:medium") || found.machines[0] || people[0];
      setSeats(found.players.map((_, index) => (index ? machine.by : "person")));
      document.title = `${found.title} · Ludwright`;
    }, (error) => setProblem(error.message));
  }, [name]);
  useEffect(() => heading.current?.focus(), [about]);
  const open = async (sitting, offered = false) => {
    setBusy(true);
    setProblem("");
    await began(go, { game: name, seats: sitting, options, ...(position && { position }), ...timed(clock) }, offered)
      .catch((error) => (setProblem(error.message), setBusy(false)));
  };
  const begin = (event) => (event.preventDefault(), open(seats));
  // who begins plays one side, all others are the same
  const against = (by, offered = false) => {
    const mine = side === "lot" ? Math.floor(Math.random() * about.players.length) : Number(side);
    return open(about.players.map((_, index) => (index === mine ? "person" : by)), offered);
  };
  const analyse = () => post("/api/analyses", { game: name, options, ...(position && { position }) }).then((made) => go(`/a/${made.analysis}`), (error) => setProblem(error.message));
  const learn = async () => {
    setBusy(true);
    setProblem("");
    await beginLesson(name, about.title, go).catch((error) => (setProblem(error.message), setBusy(false)));
  };
  if (!about) return html`<main class="lone">${problem ? html`<p role="alert">${problem}</p>` : html`<p>Setting up the board …</p>`}</main>`;
  const change = (set, key) => (event) => set((before) => (Array.isArray(before) ? before.map((each, index) => (index === key ? event.target.value : each)) : { ...before, [key]: event.target.value }));
  const graded = about.machines.some((each) => each.by === "computer:easy");
  const machine = (about.machines.find((each) => each.by !== "random") || about.machines[0] || people[0]).by;
  return html`<main class="begin">
    <p class="back"><a href="/" onClick=${(event) => (event.preventDefault(), go("/"))}>← All games</a></p>
    <div class="columns">
      <img src=${`/api/games/${encodeURIComponent(name)}/picture.svg`} alt=${`The board of ${about.title}`} width="360" height="360" />
      <form onSubmit=${begin}>
        <h1 ref=${heading} tabindex="-1">${about.title}</h1>
        ${position && html`<p class="about">From a position that was set up.</p>`}
        ${about.about && html`<p class="about">${about.about}</p>`}
        ${about.rules && html`<details class="inshort"><summary>The rules in short</summary><p>${about.rules}</p></details>`}
        <div class="ways">
          ${graded && html`<${Levels} value=${strength} onChange=${(value) => (setStrength(value), level.set(value))} />`}
          ${about.players.length > 1 && html`<div class="field"><label for="side">You play</label><select id="side" value=${side} onChange=${(event) => setSide(event.target.value)}>
            ${about.players.map((player, index) => html`<option key=${index} value=${index} selected=${side === String(index)}>${player}${index ? "" : ", who begins"}</option>`)}<option value="lot" selected=${side === "lot"}>By lot</option></select></div>`}
          <div class="row">
            ${about.players.length < 2 ? html`<button type="button" class="strong large" disabled=${busy} onClick=${() => open(["person"])}>${busy ? "Setting up …" : "Play now"}</button>`
              : html`${machine !== "person" && html`<button type="button" class="strong large" disabled=${busy} onClick=${() => against(graded ? `computer:${strength}` : machine)}>${busy ? "Setting up …" : "Play the computer"}</button>`}
                <button type="button" class=${machine === "person" ? "strong large" : "large"} disabled=${busy} onClick=${() => against("link")}>Play a friend</button>
                <button type="button" class="large" disabled=${busy} onClick=${() => against("link", true)}>Play anybody</button>`}
          </div></div>
        ${problem && html`<p class="problem" role="alert">${problem}</p>`}
        <details class="inshort choices" open=${!!position || Object.keys(first).length > 0}><summary>Seats, clock${about.options.length ? ", options" : ""}</summary><div>
        <fieldset><legend>Who plays</legend>
          ${about.players.map((player, index) => html`<div class="field" key=${player}><label for=${`seat-${index}`}>${player}</label>
            <select id=${`seat-${index}`} value=${seats[index]} onChange=${change(setSeats, index)}>
              ${[...people, ...about.machines].map(({ by, words }) => html`<option key=${by} value=${by} selected=${seats[index] === by}>${words}</option>`)}</select></div>`)}
          <div class="field"><label for="clock">Clock</label>
            <select id="clock" value=${clock} onChange=${(event) => setClock(event.target.value)}>
              ${clocks.map(([value, words]) => html`<option key=${value} value=${value}>${words}</option>`)}</select></div>
        </fieldset>
        ${about.options.length > 0 && html`<fieldset><legend>Options</legend>
          ${about.options.map((option, index) => html`<div class="field" key=${option.name}><label for=${`option-${index}`}>${option.name}</label>
            <div><select id=${`option-${index}`} aria-describedby=${`option-told-${index}`} value=${options[option.name] ?? option.chosen} onChange=${change(setOptions, option.name)}>
              ${option.choices.map(({ name: choice, words }) => html`<option key=${choice} value=${choice} selected=${(options[option.name] ?? option.chosen) === choice}>${choice}</option>`)}</select>
              <p class="soft" id=${`option-told-${index}`}>${option.choices.find((each) => each.name === (options[option.name] ?? option.chosen))?.words}</p></div></div>`)}
        </fieldset>`}
        <div class="row"><button class="strong" disabled=${busy}>Begin</button></div></div></details>
        <div class="row">${shipped && html`<button type="button" disabled=${busy} onClick=${learn}>Learn it</button>`}<button type="button" disabled=${busy} onClick=${analyse}>Analyse</button>
          ${shipped && html`<a href=${`/workshop?game=${encodeURIComponent(name)}`}>Look at its rules, or change them, in the workshop</a>`}</div>
      </form>
    </div>
  </main>`;
}
