// A room: the game as the server tells it, and what is done here.

import { html, useCallback, useEffect, useMemo, useRef, useState } from "./vendor/ui.js";
import { get, news, post, send } from "./api.js";
import { Dice, Gone, Hand, Stack } from "./beside.js";
import { Board } from "./board.js";
import { choicesOf, meant } from "./choosing.js";
import { Chooser, Confirm } from "./dialog.js";
import { learn } from "./drawn.js";
import { History } from "./history.js";
import { Keys, Links, remember, Rules } from "./more.js";
import { Seats } from "./seats.js";
import { Typed } from "./typed.js";

// A link's secret is in the fragment, which no server is told by itself.
export async function enter() {
  const room = /^\/([ra])\/([^/?#]+)/.exec(location.pathname);
  const secret = location.hash.slice(1);
  if (!room || !secret) return;
  history.replaceState(null, "", location.pathname);
  try {
    await post(`/api/${room[1] === "r" ? "rooms" : "analyses"}/${room[2]}/enter`, { secret });
  } catch (error) {
    refused = error.message;
  }
}
let refused = "";
export const refusal = () => refused;

// What was told so far, with what is new; news leave out the looks, events and board that one has.
function joined(before, message) {
  learn(message.looks);
  const events = before ? before.events.slice(0, message.events[0]?.n ?? before.events.length) : [];
  return { ...message, board: message.board || before?.board, events: [...events, ...message.events] };
}

export function Room({ name, go, announce }) {
  const [game, setGame] = useState(null);
  const [lost, setLost] = useState(false);
  const [failed, setFailed] = useState(null);
  const [problem, setProblem] = useState(null);
  const [selected, setSelected] = useState(null);
  const [chooser, setChooser] = useState(null);
  const [asking, setAsking] = useState(null);
  const [hint, setHint] = useState(null);
  const [opened, setOpened] = useState(null);
  const [zoom, setZoom] = useState(1);
  const [at, setAt] = useState(null);
  const [past, setPast] = useState(null);
  const [busy, setBusy] = useState(false);
  const path = `/api/rooms/${encodeURIComponent(name)}`;
  const heard = useRef(null), version = useRef(-1);

  useEffect(() => {
    const told = (message) => {
      if (message.error) return setFailed(message.error.message);
      setGame((before) => (before && message.version < before.version && before.room === message.room ? before : joined(before, message)));
    };
    let close = () => {};
    let left = false;
    const open = () => get(path).then((found) => {
      if (left) return;
      told(found);
      close = news(`${path}/news`, told, (there) => setLost(!there));
    }, (error) => {
      if (left) return;
      setLost(error.status === 0);
      if (error.status === 0) setTimeout(open, 1000);
      else setFailed(refused || error.message);
    });
    open();
    return () => ((left = true), close());
  }, [name]);

  // A change of the position ends what was begun in the one before.
  useEffect(() => {
    if (!game || game.version === version.current) return;
    version.current = game.version;
    setSelected(null);
    setChooser(null);
    setHint(null);
    setProblem(null);
    setBusy(false);
    if (mine(game) && game.moves.length > 1 && alike(game.moves)) setChooser(game.moves);
    remember(name, game.board.title, !!game.over);
    document.title = `${game.over ? "Over" : `${game.moverName} to move`} · ${game.board.title}`;
  }, [game]);
  useEffect(() => {
    if (!game) return;
    const from = heard.current ?? game.events.length;
    heard.current = game.events.length;
    const now = game.over ? game.over.words : mine(game) ? (game.turn.length ? "Go on with your turn." : "It is your move.") : `${game.moverName} to move.`;
    announce([...game.events.slice(from).map((event) => event.words), now].join(" "));
  }, [game?.version]);

  const present = at === null || !past;
  const choices = useMemo(
    () => choicesOf(present && !busy ? game?.moves : [], new Set((game?.board.hands || []).flatMap((hand) => hand.sites.map(({ site }) => site)))),
    [game?.moves, game?.board, present, busy],
  );

  const wish = useCallback(async (does, more = {}) => {
    setBusy(true);
    setProblem(null);
    try {
      const told = await send(`${path}/${routes[does] || does}`, { does, version: version.current, ...more });
      // the news tell what has become of it; where they are late it is asked for
      for (let waits = 0; told.version > version.current && waits < 30; waits++) await pause(50);
      if (told.version > version.current) {
        const found = await get(path);
        setGame((before) => joined(before, found));
      }
      return told;
    } catch (error) {
      if (error.body?.snapshot) setGame((before) => joined(before, error.body.snapshot));
      const text = error.status === 409 ? "The game has gone on meanwhile: look again." : error.message;
      setProblem({ text, move: does === "move" && error.status !== 409 ? more.move : null });
      announce(text);
      return null;
    } finally {
      setBusy(false);
    }
  }, [path]);
  const play = useCallback((move) => wish("move", { move: move.text ?? move, player: game?.mover }), [wish, game?.mover]);

  const look = async (ply) => {
    if (ply === null) return setAt(null), setPast(null);
    setAt(ply);
    try {
      const found = await get(`${path}/past/${ply}`);
      learn(found.looks);
      setPast(found);
      announce(`Position after ${ply} moves.`);
    } catch (error) {
      setAt(null);
      setProblem({ text: error.message });
    }
    return undefined;
  };

  if (failed) return html`<main class="lone"><h1>This room cannot be opened</h1><p>${failed}</p><p><a href="/">All games</a></p></main>`;
  if (!game) return html`<main class="lone" aria-busy="true"><p>${lost ? "The server cannot be reached; trying again." : "Opening the board …"}</p></main>`;

  const board = game.board;
  const shown = present ? game : { ...game, ...past, moves: [] };
  const pieces = new Map(shown.pieces.map((piece) => [piece[0], piece]));
  const site = (number) => board.sites.find((each) => each.site === number);
  const onSite = (number) => {
    setHint(null);
    setProblem(null);
    setOpened(shown.stacks[number] ? number : null);
    if (!present) return;
    const next = meant(choices, selected, number);
    if (next.moves) pick(next.moves);
    else {
      setSelected(next.select);
      if (next.select !== null) {
        const count = new Set(choices.byOrigin.get(next.select).map((move) => move.to)).size;
        announce(`${site(number)?.name || "The hand"} chosen, ${count} ${count === 1 ? "place" : "places"} to go.`);
      } else if (selected !== null && selected !== number && site(selected) && site(number)) {
        const move = `${site(selected).name}-${site(number).name}`;
        setProblem({ text: `${move} is not possible now.`, move });
        announce(`${move} is not possible now.`);
      } else if (selected === null && game.moves.length) announce(`Nothing can be done with ${site(number)?.name || "this"} now.`);
    }
  };
  const pick = (moves) => (moves.length === 1 ? play(moves[0]) : setChooser(moves));
  const onDrop = (from, to) => {
    const moves = (choices.byOrigin.get(from) || []).filter((move) => move.to === to);
    if (moves.length) pick(moves);
    else setSelected(null);
  };
  const title = (hand) => (hand.player ? `${board.players[hand.player - 1]}${hand.name.startsWith("Hand") ? "’s hand" : `: ${hand.name.replace(/\d+$/, "")}`}` : hand.name);
  const hands = board.hands.filter((hand) => !hand.dice), dice = board.hands.filter((hand) => hand.dice);
  const mineNow = mine(game);
  const asked = game.offer && game.you.some((player) => game.offer.asked.includes(player)) ? game.offer : null;
  const status = game.over ? game.over.words : mineNow ? `${game.moverName} to move` : `${game.moverName} is to move`;
  const machine = !game.over && !mineNow && !["person", "link", "program"].includes(game.seats[game.mover - 1]?.by);

  const notes = shown.notes.slice(shown.scores.length ? 1 : 0); // the first one says the scores again

  return html`<div class=${board.hands.length ? "room holding" : "room"} data-version=${game.version} data-busy=${busy} data-over=${!!game.over} data-yours=${mineNow}>
    ${lost && html`<div class="banner" role="status">The connection is lost. Trying to get it back …</div>`}
    ${game.trouble && html`<div class="banner" role="status">${game.trouble}</div>`}
    <main class="play">
      <h1 class="unseen">${board.title}</h1>
      <div class=${`status${game.over ? " over" : mineNow ? " yours" : ""}`}>
        <p>${present ? status : `After ${at} of ${game.ply} moves`}${machine && html` <span class="thinking" aria-hidden="true"></span>`}</p>
      </div>
      <div class="zoom" role="group" aria-label="Size of the board">
        <button type="button" class="plain" aria-label="Smaller" disabled=${zoom <= 1} onClick=${() => setZoom(Math.max(1, zoom / 1.5))}>−</button>
        <button type="button" class="plain" aria-label="Larger" disabled=${zoom >= 5} onClick=${() => setZoom(Math.min(5.1, zoom * 1.5))}>+</button>
      </div>
      <div class="actions">
        ${present && game.turn.length > 0 && html`<span class="this-turn">This turn: ${game.turn.join(", ")}</span>`}
        ${present && game.turn.length > 0 && game.canUndoStep && mineNow && html`<button type="button" class="step-back" onClick=${() => wish("back", { player: game.mover })}>Take back the step</button>`}
        ${choices.loose.map((move) => html`<button type="button" class="strong loose" key=${move.n} data-move=${move.n} onClick=${() => play(move)}>${loose(move)}</button>`)}
        ${hint && html`<span class="hint-text" role="status">Hint: <b>${hint.text}</b></span>`}
        ${!present && html`<button type="button" class="strong" onClick=${() => look(null)}>Back to the present</button>`}
      </div>
      <${Board} board=${board} snapshot=${shown} choices=${choices} selected=${selected} hint=${hint} zoom=${zoom}
        label=${`${board.title}, the board`} onSite=${onSite} onDrop=${onDrop} onEscape=${() => setSelected(null)} />
      ${(hands.length > 0 || dice.length > 0) && html`<div class="hands">
        ${dice.map((hand) => html`<${Dice} key=${hand.name} hand=${hand} pieces=${pieces} shown=${shown.dice} />`)}
        ${hands.map((hand) => html`<${Hand} key=${hand.name} hand=${hand} title=${title(hand)} pieces=${pieces} choices=${choices} selected=${selected} onSite=${onSite} />`)}
      </div>`}
      ${asked && html`<div class="offer" role="group" aria-label="An offer">
        <p>${board.players[asked.by - 1]} ${asked.what === "draw" ? "offers a draw." : "asks to take back a move."}</p>
        <button type="button" class="strong" onClick=${() => wish("agree", { player: first(game, asked) })}>Agree</button>
        <button type="button" onClick=${() => wish("decline", { player: first(game, asked) })}>Decline</button>
      </div>`}
      ${problem && html`<${Problem} problem=${problem} path=${path} onClose=${() => setProblem(null)} />`}
      ${opened !== null && shown.stacks[opened] && html`<${Stack} name=${site(opened)?.name} levels=${shown.stacks[opened]} onClose=${() => setOpened(null)} />`}
    </main>
    <aside aria-label="About the game">
      <${Seats} snapshot=${shown} colours=${board.inks} />
      ${notes.length > 0 && html`<p class="notes">${notes.map((note) => html`<span key=${note}>${note}</span>`)}</p>`}
      ${game.you.length > 0 && html`<${Typed} moves=${present ? game.moves : []} onPlay=${play} />`}
      <${History} events=${game.events} at=${present ? null : at} latest=${game.ply} onLook=${look} />
      <div class="buttons">
        ${game.you.length > 0 && html`
          <button type="button" disabled=${!mineNow || busy} onClick=${async () => setHint(await wish("hint", { player: game.mover }).then((told) => told && hinted(game, told)))}>Hint</button>
          <button type="button" disabled=${!game.ply || busy} onClick=${() => setAsking("undo")}>Take back</button>
          <button type="button" disabled=${!!game.over || busy} onClick=${() => setAsking("draw")}>Draw</button>
          <button type="button" disabled=${!!game.over || busy} onClick=${() => setAsking("resign")}>Resign</button>`}
        <button type="button" onClick=${() => post(`${path}/analysis`).then((made) => go(`/a/${made.analysis}`), (error) => setProblem({ text: error.message }))}>Analyse</button>
        <button type="button" onClick=${() => setAsking("rules")}>Rules</button>
        <button type="button" onClick=${() => setAsking("links")}>Share</button>
        <button type="button" onClick=${() => setAsking("keys")}>Keys</button>
      </div>
      ${shown.gone.length > 0 && html`<${Gone} gone=${shown.gone} players=${board.players} />`}
    </aside>
    ${chooser && html`<${Chooser} moves=${chooser} onMove=${play} onClose=${() => setChooser(null)} />`}
    ${asking in sure && html`<${Confirm} ...${sure[asking]} onYes=${() => wish(asking, { player: self(game) })} onClose=${() => setAsking(null)} />`}
    ${asking === "rules" && html`<${Rules} path=${path} title=${board.title} onClose=${() => setAsking(null)} />`}
    ${asking === "links" && html`<${Links} path=${path} name=${name} game=${game} onClose=${() => setAsking(null)} />`}
    ${asking === "keys" && html`<${Keys} onClose=${() => setAsking(null)} />`}
  </div>`;
}

const pause = (time) => new Promise((done) => setTimeout(done, time));
// What cannot be done, and by which rule not.
function Problem({ problem, path, onClose }) {
  const [reasons, setReasons] = useState(null);
  useEffect(() => setReasons(null), [problem]);
  const ask = () => post(`${path}/why`, { move: problem.move }).then(
    (found) => setReasons(found.reasons.length ? found.reasons : [{ words: found.words }]),
    (error) => setReasons([{ words: error.message }]),
  );
  const place = (reason) => reason.place && `line ${reason.place.start.line} of ${reason.place.file.split("/").pop()}`;
  return html`<div class="problem" role="alert">
    <div><p>${problem.text}</p>
      ${reasons && html`<ul>${reasons.map((reason, index) => html`<li key=${index}>${reason.words}${place(reason) && html` <small>${place(reason)}${reason.label && `: ${reason.label}`}</small>`}</li>`)}</ul>`}</div>
    ${problem.move && !reasons && html`<button type="button" onClick=${ask}>Why not?</button>`}
    <button type="button" class="plain" aria-label="Close" onClick=${onClose}>✕</button></div>`;
}

const routes = { move: "moves", back: "back" };
const sure = {
  undo: { title: "Take back your last move?", text: "Who else plays here is asked to agree.", yes: "Take back" },
  draw: { title: "Offer a draw?", text: "The others may agree or decline.", yes: "Offer a draw" },
  resign: { title: "Resign the game?", text: "The game is lost then.", yes: "Resign" },
};
const mine = (game) => !game.over && game.you.includes(game.mover);
// For whom this person acts: who is to move, if it is theirs, else the first of their players.
const self = (game) => (game.you.includes(game.mover) ? game.mover : game.you[0]);
const first = (game, offer) => game.you.find((player) => offer.asked.includes(player));
// Do all moves look the same on the board, as the pieces that a pawn may become?
const alike = ([first, ...others]) => (first.to ?? first.from) !== null && others.every((move) => move.from === first.from && move.to === first.to);
const loose = (move) => (move.kind === "pass" ? "Pass" : move.words || move.text);
const hinted = (game, told) => game.moves.find((move) => move.text === told.move) || { text: told.move, from: null, to: null };
