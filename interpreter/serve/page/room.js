// A room: the game as the server tells it, and what is done here.

import { html, useCallback, useEffect, useRef, useState } from "./vendor/ui.js";
import { Answer } from "./answer.js";
import { percent } from "./analysis/lines.js";
import { get, post, send } from "./api.js";
import { Gone } from "./beside.js";
import { Chat } from "./chat.js";
import { Confirm } from "./dialog.js";
import { learn } from "./drawn.js";
import { Events } from "./history.js";
import { Inviting } from "./inviting.js";
import { Lesson, lessonOf } from "./lesson.js";
import { invites, keep, kept, Links } from "./links.js";
import { useLive, usePosition } from "./live.js";
import { forget, Keys, remember, Rules, store, stored } from "./more.js";
import { isMet, LookingOn, useName } from "./people.js";
import { Problem } from "./problem.js";
import { Colours } from "./reach.js";
import { Seating } from "./seating.js";
import { Seats } from "./seats.js";
import { notice, sound } from "./settings.js";
import { Stage } from "./stage.js";
import { keepTurn, sideOf, useFitting, useTurn, useTurned } from "./turning.js";
import { Typed } from "./typed.js";

// What was told so far, with what is new; news leave out the looks, events and board that one has.
function joined(before, message) {
  learn(message.looks);
  const events = before ? before.events.slice(0, message.events[0]?.n ?? before.events.length) : [];
  const said = (before?.said ?? []).filter((each) => each.n < (message.said[0]?.n ?? Infinity));
  return { ...message, board: message.board || before?.board, events: [...events, ...message.events], said: message.chat === "off" ? [] : [...said, ...message.said].slice(-100) };
}

export function Room({ name, go, announce, refused, arrived }) {
  const path = `/api/rooms/${encodeURIComponent(name)}`;
  const { told: game, take, refresh, lost, failed, gone, busy, setBusy, problem, setProblem, attempt } = useLive(path, joined, refused, announce);
  const [asking, setAsking] = useState(null);
  const [hint, setHint] = useState(null);
  const [at, setAt] = useState(null);
  const [refusal, setRefusal] = useState(null);
  const [course, setCourse] = useState(null);
  const [saidNow, setHeard] = useState(null);
  const [lesson] = useState(() => lessonOf(name));
  const [inviting, setInviting] = useState(() => invites(name));
  const heard = useRef(null), version = useRef(-1);
  const fitting = useFitting(game?.board);
  useName(path, game && nameHere(game));
  const [turn, setTurn] = useTurn(name, ((game?.you.length === 1 ? sideOf(game.board, game, game.you[0]) : 0) + fitting) % 360);
  const board = useTurned(path, game?.board, turn);

  // A change of the position ends what was begun in the one before.
  useEffect(() => {
    if (!game || game.version === version.current) return;
    version.current = game.version;
    setHint(null);
    setProblem(null);
    setRefusal(null);
    setBusy(false);
    if (!lesson) remember({ room: name, title: game.board.title, ply: game.ply }, !!game.over);
    document.title = `${game.over ? "Over" : mine(game) && game.you.length === 1 ? "● Your move" : `${game.moverName} to move`} · ${game.board.title}`;
  }, [game]);
  useEffect(() => {
    if (!game) return;
    const from = heard.current ?? game.events.length;
    heard.current = game.events.length;
    const fresh = game.events.slice(from).some((event) => event.kind === "moved");
    if (fresh) {
      sound(game.over ? "end" : game.marks.captured.length ? "capture" : game.dice.some((die) => !die.used) && !game.turn.length ? "dice" : "move");
      if (game.over) notice(board?.title || "Ludwright", game.over.words);
      else if (mine(game)) notice(board?.title || "Ludwright", "It is your move.");
    }
    const now = game.over ? game.over.words : mine(game) ? (game.turn.length ? "Go on with your turn." : "It is your move.") : `${game.moverName} to move.`;
    announce([...game.events.slice(from).map((event) => event.words), now].join(" "));
  }, [game?.version]);

  // who came from another part of the page finds the board in focus
  useEffect(() => {
    if (board && arrived && document.activeElement === document.body) document.querySelector("svg.board [tabindex='0']")?.focus({ preventScroll: true });
  }, [!board, inviting]);

  const wish = useCallback((does, more = {}) => attempt(async () => {
    const told = await send(`${path}/${does === "move" ? "moves" : does}`, { does, version: version.current, ...more });
    // the news tell what has become of it; where they are late it is asked for
    for (let waits = 0; told.version > version.current && waits < 30; waits++) await pause(50);
    if (told.version > version.current) await refresh();
    return told;
  }, (error) => {
    if (error.body?.snapshot) take(error.body.snapshot);
    if (error.status === 409) return { text: "The game has gone on meanwhile: look again." };
    return { text: error.message, move: does === "move" ? more.move : null };
  }), [path]);
  useEffect(() => void (gone && forget(name)), [gone]);
  // all who play want to once more: everybody who is here goes along, who comes later is shown the way
  const next = game?.rematch?.room, nextAtFirst = useRef(undefined);
  const follow = () => attempt(async () => {
    const made = await post(`${path}/follow`);
    keep(made.room, made.links);
    announce("A new game begins.");
    go(`/r/${made.room}`);
  });
  useEffect(() => {
    if (!game) return;
    if (nextAtFirst.current === undefined) nextAtFirst.current = next || "";
    else if (next && next !== nextAtFirst.current) follow();
  }, [!game, next]);
  const play = useCallback((move) => wish("move", { move: move.text ?? move, player: game?.mover }), [wish, game?.mover]);

  const past = usePosition(at === null ? null : `${path}/past/${at}`, (found) => {
    announce(`Position after ${at} moves.`);
    return found;
  }, (error) => {
    setAt(null);
    setProblem({ text: error.message });
  });
  // what ended it by the rules, and by which pieces
  const [because, setBecause] = useState(null);
  const ruled = game?.over?.end === "rules" ? game.version : null;
  useEffect(() => {
    setBecause(null);
    let left = false;
    if (ruled !== null) get(`${path}/ending`).then((found) => {
      if (left || !found.words) return;
      setBecause(found);
      announce(`${saidOf(found.words)}`);
    }, () => {}); // who has won is said anyway
    return () => (left = true);
  }, [ruled, path]);
  const press = useCallback(() => (setHint(null), setProblem(null), setRefusal(null)), []);

  if (failed) return html`<main class="lone"><h1>This room cannot be opened</h1><p>${failed}</p><p><a href="/">All games</a></p></main>`;
  if (!board) return html`<main class="lone" aria-busy="true"><p>${lost || "Opening the board …"}</p></main>`;

  // a room that was begun here, and in which somebody is waited for
  const waited = game.host && !game.ply && !game.over ? kept(name).filter((link) => link.kind === "play" && game.seats[link.player - 1]?.by === "link") : [];
  if (inviting && waited.some((link) => !game.seats[link.player - 1].here)) return html`<${Inviting} title=${board.title} game=${game} path=${path} links=${waited} onBoard=${() => setInviting(false)} />`;

  const present = at === null || !past;
  const shown = present ? game : { ...game, ...past, moves: [] };
  const asked = game.offer && game.you.some((player) => game.offer.asked.includes(player)) ? game.offer : null;
  const waits = game.offer && !asked && game.you.includes(game.offer.by) ? game.offer : null;
  const mineNow = mine(game);
  const status = game.over ? outcome(game) : mineNow ? `${game.moverName} to move` : `${game.moverName} is to move`;
  const machine = !game.over && !mineNow && !["person", "link", "program"].includes(game.seats[game.mover - 1]?.by);
  const idle = !present ? "This is how it was before: go back to the present to play."
    : game.over ? "The game is over." : !game.you.length ? "Who watches does not play." : !mineNow ? `It is ${game.moverName}’s turn.` : "";
  const notes = shown.notes.slice(shown.scores.length ? 1 : 0); // the first one says the scores again
  const again = () => attempt(async () => {
    const made = await post(`${path}/again`);
    keep(made.room, made.links);
    go(`/r/${made.room}`);
  });
  const rematch = (wants) => attempt(() => post(`${path}/rematch`, { wants }));
  const erase = () => attempt(async () => {
    await post(`${path}/delete`, { room: name });
    forget(name);
    go("/");
  });
  // how it went, valued by the machine: an analysis of its own, which this browser keeps
  const value = () => attempt(async () => {
    const kept = stored(`course ${name}`, null);
    const made = kept?.ply === game.ply ? kept.analysis : (await post(`${path}/analysis`)).analysis;
    store(`course ${name}`, { ply: game.ply, analysis: made });
    const { Course } = await import("./analysis/course.js");
    const tree = await get(`/api/analyses/${made}`);
    await post(`/api/analyses/${made}/value`, { node: Math.max(0, ...tree.nodes.map(([number]) => number)) });
    setCourse({ Course, analysis: made });
  });
  const analyse = () => attempt(async () => {
    const made = await post(`${path}/analysis`);
    keepTurn(made.analysis, turn);
    go(`/a/${made.analysis}`);
  });

  return html`<div class=${`room${board.hands.length ? " holding" : ""}${inRows(board) ? " rows" : ""}${present && because ? " told" : ""}${lesson ? " taught" : ""}`} data-version=${game.version} data-busy=${busy} data-over=${!!game.over} data-yours=${mineNow} data-turn=${board.turn} data-lost=${!!lost}>
    ${!!lost && html`<div class="banner" role="status">${lost} ${busy && "What you did is sent then."}</div>`}
    ${game.trouble && html`<div class="banner" role="status">${game.trouble}</div>`}
    <main class="play" onPointerDown=${(event) => refusal && !event.target.closest(".refused button") && setRefusal(null)}>
      <h1 class="unseen">${board.title}</h1>
      <div class=${`status${game.over ? " over" : mineNow ? " yours" : ""}`}>
        <p>${present ? status : `After ${at} of ${game.ply} moves`}${machine && html` <span class="thinking" aria-hidden="true"></span>`}</p>
      </div>
      ${present && because && html`<p class="because">${saidOf(because.words)} ${because.line && html`<small>line ${because.line} of ${because.file}</small>`}</p>`}
      ${lesson && html`<${Lesson} lesson=${lesson} room=${name} moved=${movesOf(game.events).slice(lesson.steps[lesson.at].moves.length)} refusal=${refusal} go=${go} announce=${announce} />`}
      <${Stage} lit=${present ? because : null} denied=${refusal?.site} cues=${mineNow} board=${board} shown=${shown} moves=${present && !busy ? game.moves : null} stamp=${game.version} asks=${mineNow ? game.moves : null} hint=${present ? hint : null}
        turn=${turn} onTurn=${setTurn} idle=${idle} onPlay=${play} onPress=${present ? press : null} onRefused=${setRefusal} announce=${announce}
        below=${asked && html`<div class="offer" role="group" aria-label="An offer">
          <p>${board.players[asked.by - 1]} ${asked.what === "draw" ? "offers a draw." : "asks to take back a move."}</p>
          <button type="button" class="strong" onClick=${() => wish("agree", { player: first(game, asked) })}>Agree</button>
          <button type="button" onClick=${() => wish("decline", { player: first(game, asked) })}>Decline</button>
        </div>`}>
        ${waits && html`<span class="waits" role="status">${waits.what === "draw" ? "You offered a draw" : "You asked to take back a move"}: waiting for ${waits.asked.map((player) => board.players[player - 1]).join(" and ")}.</span>`}
        ${present && game.over && next && html`<button type="button" class="strong again" onClick=${follow}>To the rematch</button>`}
        ${present && game.over && game.you.length > 0 && !next && !lesson && html`<${Again} game=${game} players=${board.players} onWant=${rematch} onAlone=${again} />`}
        ${game.over && game.ply > 1 && !course && !lesson && html`<button type="button" onClick=${value} disabled=${busy}>How it went</button>`}
        ${present && !game.over && game.turn.length > 0 && html`<span class="this-turn">This turn: ${game.turn.join(", ")}</span>`}
        ${present && game.turn.length > 0 && game.canUndoStep && mineNow && html`<button type="button" class="step-back" onClick=${() => wish("back", { player: game.mover })}>Take back the step</button>`}
        ${present && hint && html`<span class="hint-text" role="status">Hint: <b>${hint.short ?? hint.text}</b>${hint.best.map((each) => html`<small key=${each.move}>${each.proved ? "proved" : percent(each.value)} ${(each.written ?? each.line).slice(0, 6).join(" ")}</small>`)}</span>`}
        ${!present && html`<button type="button" class="strong" onClick=${() => setAt(null)}>Back to the present</button>`}
      </${Stage}>
      ${course && game.over && html`<${course.Course} analysis=${course.analysis} at=${at ?? game.ply} players=${board.players} go=${go} announce=${announce} onLook=${(ply) => setAt(ply === game.ply ? null : ply)} />`}
      ${refusal && html`<${Answer} refused=${refusal} path=${path} announce=${announce} onClose=${() => setRefusal(null)} />`}
      ${problem && html`<${Problem} problem=${problem} path=${path} onClose=${() => setProblem(null)} />`}
    </main>
    <aside aria-label="About the game">
      <${Seats} snapshot=${shown} heard=${saidNow} colours=${board.inks} lost=${!!lost} />
      <${LookingOn} onlookers=${game.onlookers} />
      ${board.colours.length > 0 && html`<${Colours} path=${path} />`}
      ${notes.length > 0 && html`<p class="notes">${notes.map((note) => html`<span key=${note}>${note}</span>`)}</p>`}
      ${game.you.length > 0 && !game.over && html`<${Typed} moves=${present ? game.moves : []} onPlay=${play} />`}
      <${Events} events=${game.events} players=${board.players} at=${present ? null : at} latest=${game.ply} onLook=${setAt} />
      ${isMet(game) && html`<${Chat} path=${path} room=${name} game=${game} announce=${announce} onHeard=${setHeard} />`}
      <div class="buttons">
        ${game.you.length > 0 && html`
          <button type="button" disabled=${!mineNow || busy} onClick=${async () => setHint(await wish("hint", { player: game.mover }).then((told) => told && hinted(game, told)))}>Hint</button>
          <button type="button" disabled=${(!game.ply && !ended(game)) || busy} onClick=${() => (game.over?.end === "time" ? setProblem({ text: "The game was lost on time: nothing can be taken back any more." }) : setAsking("undo"))}>Take back</button>
          <button type="button" disabled=${!!game.over || busy} onClick=${() => setAsking("draw")}>Draw</button>
          <button type="button" disabled=${!!game.over || busy} onClick=${() => setAsking("resign")}>Resign</button>`}
        <button type="button" class="minor" onClick=${analyse}>Analyse</button>
        <button type="button" class="minor" onClick=${() => setAsking("rules")}>Rules</button>
        ${game.host && html`<button type="button" class="minor" onClick=${() => setAsking("seating")}>Seats</button>`}
        <button type="button" class="minor" onClick=${() => setAsking("links")}>Share</button>
        <button type="button" class="minor" onClick=${() => setAsking("keys")}>Keys</button>
        ${game.host && html`<button type="button" class="minor" onClick=${() => setAsking("delete")}>Delete</button>`}
      </div>
      ${shown.gone.length > 0 && html`<${Gone} gone=${shown.gone} board=${board} shown=${shown} />`}
    </aside>
    ${asking in sure && html`<${Confirm} ...${asking === "undo" && ended(game) ? reopen : sure[asking]} ...${asksNobody(game) && asking === "undo" ? { text: "Nobody has to agree." } : {}} onYes=${() => wish(asking, { player: self(game) })} onClose=${() => setAsking(null)} />`}
    ${asking === "delete" && html`<${Confirm} title="Delete this game?" text="All that was played is forgotten, for everybody. Nothing of it comes back."
      yes="Delete" onYes=${erase} onClose=${() => setAsking(null)} />`}
    ${asking === "rules" && html`<${Rules} path=${path} title=${board.title} onClose=${() => setAsking(null)} />`}
    ${asking === "seating" && html`<${Seating} path=${path} name=${name} game=${game} announce=${announce} onClose=${() => setAsking(null)} />`}
    ${asking === "links" && html`<${Links} path=${path} name=${name} game=${game} onClose=${() => setAsking(null)} />`}
    ${asking === "keys" && html`<${Keys} onClose=${() => setAsking(null)} />`}
  </div>`;
}

// What one is called here, as far as the others are told.
const nameHere = (game) => (game.seats.find((seat) => seat.person === game.person)?.who ?? game.onlookers?.named.find((each) => each.person === game.person)?.name ?? "");

// The texts of the moves that were made: behind who made each, in words.
const movesOf = (events) => events.filter(({ kind }) => kind === "moved").map(({ words }) => words.slice(words.lastIndexOf(": ") + 2));

// A clause as a sentence; what sites are called stays as it is.
const saidOf = (words) => `${/^\S*\d/.test(words) ? words : `${words[0].toUpperCase()}${words.slice(1)}`}.`;

// Once more: where all want to. Who waits for somebody who does not answer may begin another game without them.
function Again({ game, players, onWant, onAlone }) {
  const { by = [], asked = [] } = game.rematch || {};
  const mine = game.you.some((player) => by.includes(player));
  const named = (list) => list.map((player) => players[player - 1]).join(" and ");
  if (mine) return html`<span class="waits" role="status">Waiting for ${named(asked)} to play once more.</span>
    <button type="button" onClick=${() => onWant(false)}>Never mind</button>
    <button type="button" onClick=${onAlone}>Begin without them</button>`;
  return html`${by.length > 0 && html`<span class="waits" role="status">${named(by)} would like a rematch.</span>`}
    <button type="button" class="strong again" onClick=${() => onWant(true)}>${by.length > 0 ? "Play the rematch" : "Rematch"}</button>`;
}

const pause = (time) => new Promise((done) => setTimeout(done, time));
const sure = {
  undo: { title: "Take back your last move?", text: "Who else plays here is asked to agree.", yes: "Take back" },
  draw: { title: "Offer a draw?", text: "The others may agree or decline.", yes: "Offer a draw" },
  resign: { title: "Resign the game?", text: "The game is lost then.", yes: "Resign" },
};
const reopen = { title: "Go on with the game?", text: "Its end is taken back, no move. Who else plays here is asked to agree.", yes: "Go on" };
// Did the game end in a way that its rules do not know, and that can be taken back alone?
const ended = (game) => ["agreement", "resignation"].includes(game.over?.end);
// Does nobody else who could mind it play here?
// Do the hands of two players not stand beside each other?
const inRows = ({ hands }) => hands.length > 1 && hands.reduce((sum, { sites }) => sum + sites.length, 0) > 10;
const asksNobody = (game) => game.seats.every((seat) => game.you.includes(seat.player) || !["person", "link", "program"].includes(seat.by));
// How the game ended, said to who played one side of it.
function outcome({ over, you }) {
  const rank = over.ranks?.[you[0] - 1];
  if (you.length !== 1 || over.ranks.length < 2 || new Set(over.ranks).size < 2) return over.words;
  const words = over.words.replace(/^The game is over: /, "");
  const best = Math.min(...over.ranks), worst = Math.max(...over.ranks);
  return rank === best ? `You won: ${words}` : rank === worst ? `You lost: ${words}` : over.words;
}
const mine = (game) => !game.over && game.you.includes(game.mover);
// For whom this person acts: who is to move, if it is theirs, else the first of their players.
const self = (game) => (game.you.includes(game.mover) ? game.mover : game.you[0]);
const first = (game, offer) => game.you.find((player) => offer.asked.includes(player));
const hinted = (game, told) => ({ ...(game.moves.find((move) => move.text === told.move) || { text: told.move, from: null, to: null }), best: told.best });
