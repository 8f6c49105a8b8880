// What is opened over the workshop: another text, a room for the game, the keys.

import { html, useEffect, useState } from "../vendor/ui.js";
import { get, post } from "../api.js";
import { Dialog } from "../dialog.js";
import { keep } from "../links.js";
import { canWrite, pick } from "./disk.js";
import { drafts } from "./drafts.js";
import * as files from "./files.js";

const when = (time) => new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

export function Another({ canOwn, present, onText, onClose }) {
  const [kept] = useState(() => drafts().filter(({ id }) => id !== present).slice(0, 8));
  const [games, setGames] = useState([]);
  const [made, setMade] = useState([]);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    get("/api/games").then((found) => setGames(found.games), (error) => setProblem(error.message));
    get("/api/gallery").then((found) => setMade(found.games), () => {});
  }, []);
  const take = (work) => work.then((file) => file && (onText(file), onClose()), (error) => setProblem(error.message));
  return html`<${Dialog} title="Begin with another text" onClose=${onClose}>
    <div class="another">
      ${canOwn && html`<button type="button" onClick=${() => take(files.own(files.ownKey()))}>The file that the server was started with</button>`}
      <h3>A template</h3>
      ${files.templates.map(({ name, words }) => html`<button type="button" key=${name} onClick=${() => take(files.template(name))}>${words}</button>`)}
      <div class="field"><label for="shipped">A shipped game</label>
        <select id="shipped" value="" onChange=${(event) => event.target.value && take(files.shipped(event.target.value))}>
          <option value="">Choose …</option>
          ${games.filter((game) => game.family !== "yours").map((game) => html`<option key=${game.name} value=${game.name}>${game.title}</option>`)}</select></div>
      ${made.length > 0 && html`<div class="field"><label for="exhibited">Made by visitors</label>
        <select id="exhibited" value="" onChange=${(event) => event.target.value && take(files.exhibited(event.target.value))}>
          <option value="">Choose …</option>
          ${made.map((each) => html`<option key=${each.id} value=${each.id}>${each.title}${each.by && ` by ${each.by}`}</option>`)}</select></div>`}
      <div class="field">${canWrite ? html`<span>A file of yours</span>` : html`<label for="picked">A file of yours</label>`}
        ${canWrite ? html`<button type="button" onClick=${() => take(pick())}>Choose a file, to be saved in its place …</button>`
          : html`<input id="picked" type="file" accept=".lud,text/plain" onChange=${(event) => event.target.files[0] && take(files.picked(event.target.files[0]))} />`}</div>
      ${kept.length > 0 && html`<h3>Written here before</h3>
        ${kept.map((each) => html`<button type="button" key=${each.id} onClick=${() => take(files.again(each, files.ownKey()))}>${each.name} <span class="soft">${when(each.when)}${each.unsaved && (each.picked || each.from) ? ", not saved" : ""}</span></button>`)}`}
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      <p class="soft">What is in the editor now stays in this browser, under “Written here before”.</p>
    </div>
    <div class="row end"><button type="button" onClick=${onClose}>Cancel</button></div>
  </${Dialog}>`;
}

const seated = [
  { by: "person", words: "A person here" },
  { by: "link", words: "A person, by a link" },
  { by: "mcts:1s", words: "Computer, middling (mcts)" },
  { by: "random", words: "Computer, any move (random)" },
];

export function Together({ game, text, name, options, onClose }) {
  const [seats, setSeats] = useState(game.board.players.map((_, index) => (index ? "link" : "person")));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const begin = async (event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const made = await post("/api/rooms", { game: name, text, seats, options });
      keep(made.room, made.links);
      location.assign(`/r/${made.room}`);
    } catch (error) {
      setProblem(error.message);
      setBusy(false);
    }
  };
  return html`<${Dialog} title="Play it with others" onClose=${onClose}>
    <form onSubmit=${begin}>
      <fieldset><legend>Who plays</legend>
        ${game.board.players.map((player, index) => html`<div class="field" key=${player}><label for=${`seat-${index}`}>${player}</label>
          <select id=${`seat-${index}`} onChange=${(event) => setSeats(seats.map((each, other) => (other === index ? event.target.value : each)))}>
            ${seated.map(({ by, words }) => html`<option key=${by} value=${by} selected=${seats[index] === by}>${words}</option>`)}</select></div>`)}
      </fieldset>
      <p class="soft">The room keeps these rules as they are now. Its links are under Share.</p>
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      <div class="row end"><button type="button" onClick=${onClose}>Cancel</button>
        <button class="strong" disabled=${busy}>${busy ? "Setting up …" : "Open a room"}</button></div>
    </form>
  </${Dialog}>`;
}

const keys = [
  ["Tab", "leads on to what follows, as everywhere"],
  ["Ctrl+] and Ctrl+[", "put lines further in or out"],
  ["Ctrl+Space", "what can stand here"],
  ["F8", "to the next mistake"],
  ["Ctrl+Shift+m", "the list of mistakes with their repairs"],
  ["Alt+Shift+f", "put the text into the one style"],
  ["Ctrl+f", "search and replace"],
  ["Ctrl+s", "save"],
];

export function EditorKeys({ onClose }) {
  return html`<${Dialog} title="Keys in the editor" onClose=${onClose}>
    <dl class="keys">${keys.map(([key, text]) => html`<div key=${key}><dt>${key}</dt><dd>${text}</dd></div>`)}</dl>
    <div class="row end"><button type="button" onClick=${onClose}>Close</button></div>
  </${Dialog}>`;
}
