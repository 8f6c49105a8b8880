// The first page: choose a game, say who plays, begin.

import { html, useEffect, useMemo, useRef, useState } from "./vendor/ui.js";
import { get, post } from "./api.js";
import { keep } from "./links.js";
import { remembered } from "./more.js";
import { people } from "./seats.js";

// In this order; what else there is comes last.
const families = { katarenga: "Katarenga", triad: "Triad", troke: "Troke", variants: "Variants", classics: "Classics" };
const place = (family) => (Object.keys(families).indexOf(family) + 1) || 99;

export function Home({ wanted, go, announce }) {
  const [games, setGames] = useState(null);
  const [search, setSearch] = useState("");
  const [problem, setProblem] = useState("");
  useEffect(() => {
    document.title = "Ludwright";
    get("/api/games").then((found) => setGames(found.games), (error) => setProblem(error.message));
  }, []);
  const found = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    return (games || []).filter((game) => words.every((word) => `${game.name} ${game.title} ${game.family} ${game.about}`.toLowerCase().includes(word)));
  }, [games, search]);
  if (wanted) return html`<${Begin} name=${wanted} title=${games?.find((game) => game.name === wanted)?.title || wanted} shipped=${!!games?.some((game) => game.name === wanted)} go=${go} />`;
  const groups = [...new Set(found.map((game) => game.family))].sort((a, b) => place(a) - place(b));
  const rooms = remembered();
  return html`<main class="home">
    ${rooms.length > 0 && html`<nav class="rooms" aria-label="Games that you are in"><span>Go on with</span>
      ${rooms.map(({ room, title, ply }) => html`<a key=${room} href=${`/r/${room}`} onClick=${(event) => (event.preventDefault(), go(`/r/${room}`))}>${title}${ply > 0 && html` <small>${ply === 1 ? "1 move" : `${ply} moves`}</small>`}</a>`)}</nav>`}
    <h1>Choose a game</h1>
    <p class="about">Or <a href="/a/new" onClick=${(event) => (event.preventDefault(), go("/a/new"))}>open a record</a> of a game that was played.</p>
    <div class="search"><label for="search">Search</label>
      <input id="search" type="search" value=${search} autocomplete="off" placeholder="chess, hexagons, Triad …" onInput=${(event) => setSearch(event.target.value)} />
      <span role="status">${games ? `${found.length} ${found.length === 1 ? "game" : "games"}` : ""}</span></div>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${groups.map((family) => html`<section key=${family}><h2>${families[family] || family}</h2>
      <ul class="cards">${found.filter((game) => game.family === family).map((game) => html`<li key=${game.name}>
        <a class="card" aria-describedby=${`about-${game.name}`} href=${`/?game=${encodeURIComponent(game.name)}`} onClick=${(event) => (event.preventDefault(), go(`/?game=${encodeURIComponent(game.name)}`))}>
          <img src=${`/api/games/${encodeURIComponent(game.name)}/picture.svg`} alt="" loading="lazy" width="180" height="180" />
          <span>${game.title}</span></a><small id=${`about-${game.name}`}>${game.about}</small></li>`)}</ul></section>`)}
  </main>`;
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
  const begin = async (event) => {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    try {
      const made = await post("/api/rooms", { game: name, seats, options, ...(position && { position }), ...timed(clock) });
      keep(made.room, made.links);
      go(`/r/${made.room}`);
    } catch (error) {
      setProblem(error.message);
      setBusy(false);
    }
  };
  const analyse = () => post("/api/analyses", { game: name, options, ...(position && { position }) }).then((made) => go(`/a/${made.analysis}`), (error) => setProblem(error.message));
  if (!about) return html`<main class="lone">${problem ? html`<p role="alert">${problem}</p>` : html`<p>Setting up the board …</p>`}</main>`;
  const change = (set, key) => (event) => set((before) => (Array.isArray(before) ? before.map((each, index) => (index === key ? event.target.value : each)) : { ...before, [key]: event.target.value }));
  return html`<main class="begin">
    <p class="back"><a href="/" onClick=${(event) => (event.preventDefault(), go("/"))}>← All games</a></p>
    <div class="columns">
      <img src=${`/api/games/${encodeURIComponent(name)}/picture.svg`} alt=${`The board of ${about.title}`} width="360" height="360" />
      <form onSubmit=${begin}>
        <h1 ref=${heading} tabindex="-1">${about.title}</h1>
        ${position && html`<p class="about">From a position that was set up.</p>`}
        ${about.about && html`<p class="about">${about.about}</p>`}
        ${about.rules && html`<details class="inshort"><summary>The rules in short</summary><p>${about.rules}</p></details>`}
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
        ${problem && html`<p class="problem" role="alert">${problem}</p>`}
        ${shipped && html`<p><a href=${`/workshop?game=${encodeURIComponent(name)}`}>Look at its rules, or change them, in the workshop</a></p>`}
        <div class="row"><button class="strong large" disabled=${busy}>${busy ? "Setting up …" : "Begin"}</button>
          <button type="button" class="large" disabled=${busy} onClick=${analyse}>Analyse</button></div>
      </form>
    </div>
  </main>`;
}
