// What people in a room say to each other: read by all, written by who plays. What somebody says can be hidden on one's own
// side; its host decides what may be written. All of it is text.

import { html, useEffect, useRef, useState } from "./vendor/ui.js";
import { get, post } from "./api.js";
import { store, stored } from "./more.js";
import { peopleOf } from "./people.js";
import { Report } from "./reporting.js";
import { sound, useSetting } from "./settings.js";

const LONGEST = 200; // letters, as the server takes them
const SHOWN = 9000; // milliseconds for which a word stands at who said it
const modes = [["free", "Anything may be written"], ["phrases", "Only what is offered"], ["off", "Nothing may be written"]];

const named = (said, game) => (said.person === game.person ? "You" : said.name || game.board.players[said.player - 1] || "The host");

// What was said just now is told to `onHeard` for a while.
export function Chat({ path, room, game, announce, onHeard }) {
  const [open, setOpen] = useState(() => stored("chat", true));
  const [muted, setMuted] = useState(() => stored(`muted ${room}`, []));
  const [typed, setTyped] = useState("");
  const [phrases, setPhrases] = useState([]);
  const [problem, setProblem] = useState("");
  const [reporting, setReporting] = useState(false);
  const shows = useSetting("chats") === "yes";
  const list = useRef(), heard = useRef(null), read = useRef(0);
  const writes = game.you.length > 0 || game.host;
  const said = game.said.filter((each) => !muted.includes(each.person));
  const last = game.said.length ? game.said[game.said.length - 1].n + 1 : 0;
  useEffect(() => {
    if (shows && writes && open && game.chat !== "off") get("/api/phrases").then((found) => setPhrases(found.phrases), () => {});
  }, [shows, writes, open, game.chat]);
  useEffect(() => {
    const fresh = heard.current === null ? [] : said.filter((each) => each.n >= heard.current && each.person !== game.person);
    heard.current = last;
    if (!fresh.length || !shows) return undefined;
    announce(fresh.map((each) => `${named(each, game)}: ${each.words}`).join(" "));
    sound("said");
    onHeard(fresh[fresh.length - 1]);
    const timer = setTimeout(() => onHeard(null), SHOWN);
    return () => clearTimeout(timer);
  }, [last]);
  if (open) read.current = last;
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [last, open]);
  const attempt = (work) => work.then(() => (setProblem(""), true), (error) => (setProblem(error.message), false));
  const say = async (words) => (await attempt(post(`${path}/say`, { words }))) && setTyped((before) => (before === words ? "" : before));
  const mute = (person, name) => {
    setMuted((before) => {
      const next = before.includes(person) ? before.filter((each) => each !== person) : [...before, person];
      store(`muted ${room}`, next);
      return next;
    });
    announce(muted.includes(person) ? `${name} is heard again.` : `${name} is not heard any more.`);
  };
  const fresh = last - Math.max(read.current, 0);
  const others = peopleOf(game, game.said);
  const silent = others.filter((each) => muted.includes(each.person));
  if (!shows || (game.chat === "off" && !game.host)) return null;
  return html`<details class="chat" open=${open} onToggle=${(event) => (setOpen(event.target.open), store("chat", event.target.open))}>
    <summary>Chat${!open && fresh > 0 ? ` (${fresh} new)` : ""}</summary>
    ${game.chat !== "off" && html`<ol ref=${list} tabindex="0" aria-label="What was said">
      ${said.map((each) => html`<li key=${each.n}><b>${named(each, game)}</b> <span>${each.words}</span>
        ${each.person !== game.person && html` <button type="button" class="linked" aria-label=${`Mute ${named(each, game)}`} title="You do not see any more what this person writes" onClick=${() => mute(each.person, named(each, game))}>mute</button>`}</li>`)}
      ${said.length === 0 && html`<li class="soft">Nothing was said yet.</li>`}</ol>
    ${writes && game.chat === "free" && html`<form class="row" onSubmit=${(event) => (event.preventDefault(), typed.trim() && say(typed))}>
      <input aria-label="Say something" value=${typed} maxlength=${LONGEST} autocomplete="off" placeholder="Say something" onInput=${(event) => setTyped(event.target.value)} />
      <button>Say</button></form>`}
    ${writes && phrases.length > 0 && html`<div class="phrases" role="group" aria-label="What can be said">${(game.chat === "free" ? phrases.slice(0, 4) : phrases).map((words) => html`<button key=${words} type="button" onClick=${() => say(words)}>${words}</button>`)}</div>`}
    ${silent.length > 0 && html`<p class="soft">Muted: ${silent.map(({ person, name }) => html`<button key=${person} type="button" class="linked" onClick=${() => mute(person, name)} aria-label=${`Hear ${name} again`}>${name}</button> `)}</p>`}`}
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    <div class="row chatting">${game.host && html`<select aria-label="What may be written here" value=${game.chat} onChange=${(event) => attempt(post(`${path}/chat`, { mode: event.target.value }))}>
      ${modes.map(([mode, words]) => html`<option key=${mode} value=${mode} selected=${game.chat === mode}>${words}</option>`)}</select>`}
      <button type="button" class="linked" onClick=${() => setReporting(true)}>Report …</button></div>
    ${reporting && html`<${Report} path=${path} people=${others} announce=${announce} onClose=${() => setReporting(false)} />`}
  </details>`;
}
