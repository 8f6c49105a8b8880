// An analysis: any position of a tree of moves, what is thought of it, and the tree beside it.

import { html, useCallback, useEffect, useMemo, useRef, useState } from "../vendor/ui.js";
import { get, news, post } from "../api.js";
import { Dice, Gone, Hand, Stack } from "../beside.js";
import { Board } from "../board.js";
import { choicesOf, meant } from "../choosing.js";
import { Chooser } from "../dialog.js";
import { learn } from "../drawn.js";
import { Rim } from "./rim.js";
import { OpenRecord, Shared, Texts } from "./texts.js";
import { Thoughts } from "./thoughts.js";
import { Tree } from "./tree.js";
import { Typed } from "../typed.js";
import { grown, pathTo, wholeLine } from "./lines.js";

const sheet = document.createElement("link");
sheet.rel = "stylesheet";
sheet.href = "/page/analysis/analysis.css";
document.head.append(sheet);

export const Analysis = (given) => (given.name === "new" ? html`<${New} go=${given.go} />` : html`<${Opened} ...${given} />`);

const New = ({ go }) => html`<main class="lone"><h1>Open a record</h1><${OpenRecord} go=${go} /></main>`;

function Opened({ name, go, announce, refused }) {
  const path = `/api/analyses/${encodeURIComponent(name)}`;
  const [tree, setTree] = useState(null);
  const [at, setAt] = useState(null);
  const [shown, setShown] = useState(null);
  const [follows, setFollows] = useState(true);
  const [failed, setFailed] = useState(null);
  const [lost, setLost] = useState(false);
  const [problem, setProblem] = useState("");
  const [selected, setSelected] = useState(null);
  const [chooser, setChooser] = useState(null);
  const [opened, setOpened] = useState(null);
  const [asking, setAsking] = useState(null);
  const [busy, setBusy] = useState(false);
  const [zoom, setZoom] = useState(1);
  const board = useRef(null), turn = useRef(0), last = useRef(null);

  useEffect(() => {
    let close = () => {}, left = false;
    const open = () => get(path).then((found) => {
      if (left) return;
      setTree(found);
      setAt(found.at);
      close = news(`${path}/news`, (told) => setTree((before) => (before && told.version < before.version && !(told.version === 0) ? before : told)), (there) => setLost(!there));
    }, (error) => {
      if (left) return;
      setLost(error.status === 0);
      if (error.status === 0) setTimeout(open, 1000);
      else setFailed(refused || error.message);
    });
    open();
    return () => ((left = true), close());
  }, [name]);

  const grove = useMemo(() => tree && grown(tree), [tree]);
  // Who follows goes where the others are led; who is at what was cut off goes to what it hung on.
  useEffect(() => {
    if (!tree) return;
    if (!tree.may && follows) setAt(tree.at);
    else if (at && !grove.byNumber.has(at)) setAt(tree.at);
  }, [tree, follows]);

  // The position is asked for; of several the last one counts.
  useEffect(() => {
    if (at === null) return;
    const mine = ++turn.current;
    const known = board.current?.id || "";
    get(`${path}/positions/${at}?board=${encodeURIComponent(known)}`).then((found) => {
      if (mine !== turn.current) return;
      learn(found.looks);
      if (found.board) board.current = found.board;
      setSelected(null);
      setChooser(null);
      setOpened(null);
      setShown({ ...found, board: board.current, version: mine });
      document.title = `Analysis · ${board.current.title}`;
      const move = last.current?.byNumber.get(at)?.move;
      announce(`${move ? `After ${move}` : "The start"}. ${found.over ? found.over.words : `${found.moverName} to move.`}`);
    }, (error) => mine === turn.current && setProblem(error.message));
  }, [at, path]);
  last.current = grove;

  const attempt = useCallback(async (work) => {
    setProblem("");
    setBusy(true);
    try {
      return await work();
    } catch (error) {
      setProblem(error.message);
      announce(error.message);
      return null;
    } finally {
      setBusy(false);
    }
  }, []);
  const visit = useCallback((number) => {
    setProblem("");
    setAt(number);
    if (tree?.may) post(`${path}/show`, { node: number }).catch(() => {});
    else setFollows(false);
  }, [tree?.may, path]);
  const add = (from, moves) => attempt(async () => {
    const { node } = await post(`${path}/moves`, { node: from, ...moves });
    setTree(await get(path));
    setAt(node);
    return node;
  });

  const choices = useMemo(
    () => choicesOf(tree?.may && !busy && shown?.node === at ? shown?.moves : [], new Set((shown?.board.hands || []).flatMap((hand) => hand.sites.map(({ site }) => site)))),
    [shown, tree?.may, busy, at],
  );
  if (failed) return html`<main class="lone"><h1>This analysis cannot be opened</h1><p>${failed}</p><p><a href="/">All games</a></p></main>`;
  if (!shown || !grove) return html`<main class="lone" aria-busy="true"><p>${problem || (lost ? "The server cannot be reached; trying again." : "Opening the analysis …")}</p></main>`;

  const ground = shown.board, players = ground.players, may = tree.may;
  const line = wholeLine(grove, at), here = pathTo(grove, at);
  const thought = tree.thoughts[at];
  const pieces = new Map(shown.pieces.map((piece) => [piece[0], piece]));
  const site = (number) => ground.sites.find((each) => each.site === number);
  const play = (move) => add(at, { moves: [move.text ?? move] });
  const pick = (moves) => (moves.length === 1 ? play(moves[0]) : setChooser(moves));
  const onSite = (number) => {
    setOpened(shown.stacks[number] ? number : null);
    const next = meant(choices, selected, number);
    if (next.moves) pick(next.moves);
    else setSelected(next.select);
  };
  const onDrop = (from, to) => {
    const moves = (choices.byOrigin.get(from) || []).filter((move) => move.to === to);
    if (moves.length) pick(moves);
    else setSelected(null);
  };
  const hands = ground.hands.filter((hand) => !hand.dice), dice = ground.hands.filter((hand) => hand.dice);
  const title = (hand) => (hand.player ? `${players[hand.player - 1]}: ${hand.name.replace(/\d+$/, "")}` : hand.name);
  const before = here.length ? here[here.length - 1].parent : null;
  const after = grove.behind.get(at)?.[0]?.number ?? null;
  const end = line.length ? line[line.length - 1].number : 0;
  // A move of the best line that is worth showing: that of whoever thought about this position.
  const best = thought?.expected?.length && shown.moves.find((move) => move.text === thought.expected[0]);

  return html`<div class=${ground.hands.length ? "room holding analysis" : "room analysis"} data-node=${shown.node} data-busy=${busy || shown.node !== at} data-version=${tree.version}>
    ${lost && html`<div class="banner" role="status">The connection is lost. Trying to get it back …</div>`}
    <main class="play">
      <h1 class="unseen">Analysis of ${ground.title}</h1>
      <div class=${`status${shown.over ? " over" : ""}`}><p>${shown.over ? shown.over.words : `${shown.moverName} to move`}${here.length > 0 && html` <small>after ${here.length}. ${here[here.length - 1].move}</small>`}</p></div>
      <div class="zoom" role="group" aria-label="Size of the board">
        <button type="button" class="plain" aria-label="Smaller" disabled=${zoom <= 1} onClick=${() => setZoom(Math.max(1, zoom / 1.5))}>−</button>
        <button type="button" class="plain" aria-label="Larger" disabled=${zoom >= 5} onClick=${() => setZoom(Math.min(5.1, zoom * 1.5))}>+</button>
      </div>
      <div class="actions">
        ${choices.loose.map((move) => html`<button type="button" class="strong loose" key=${move.n} data-move=${move.n} onClick=${() => play(move)}>${move.kind === "pass" ? "Pass" : move.words || move.text}</button>`)}
      </div>
      <${Board} board=${ground} snapshot=${shown} choices=${choices} selected=${selected} hint=${best && best.to !== null ? best : null} zoom=${zoom}
        label=${`${ground.title}, the board`} onSite=${onSite} onDrop=${onDrop} onEscape=${() => setSelected(null)} />
      ${(hands.length > 0 || dice.length > 0) && html`<div class="hands">
        ${dice.map((hand) => html`<${Dice} key=${hand.name} hand=${hand} pieces=${pieces} shown=${shown.dice} />`)}
        ${hands.map((hand) => html`<${Hand} key=${hand.name} hand=${hand} title=${title(hand)} pieces=${pieces} choices=${choices} selected=${selected} onSite=${onSite} />`)}
      </div>`}
      <${Rim} line=${line} at=${at} thoughts=${tree.thoughts} players=${players} onVisit=${visit} />
      ${problem && html`<div class="problem" role="alert"><div><p>${problem}</p></div>
        <button type="button" class="plain" aria-label="Close" onClick=${() => setProblem("")}>✕</button></div>`}
      ${opened !== null && shown.stacks[opened] && html`<${Stack} name=${site(opened)?.name} levels=${shown.stacks[opened]} onClose=${() => setOpened(null)} />`}
    </main>
    <aside aria-label="About the position">
      ${!may && html`<label class="follows"><input type="checkbox" checked=${follows} onChange=${(event) => setFollows(event.target.checked)} /> Follow who shows this</label>`}
      <${Thoughts} thought=${thought} players=${players} may=${may} over=${!!shown.over} busy=${tree.busy} attempt=${attempt}
        path=${path} node=${at} onTry=${(moves) => add(at, { moves })} onValue=${() => attempt(() => post(`${path}/value`, { node: end }))}
        onStop=${() => attempt(() => post(`${path}/value`, { node: 0, stop: true }))} announce=${announce} />
      ${may && html`<${Typed} moves=${shown.moves} onPlay=${play} />`}
      <section class="history" aria-label="Moves">
        <header><h2>Moves</h2><div class="steps">
          <button type="button" class="plain" aria-label="To the start" disabled=${!at} onClick=${() => visit(0)}>|◀</button>
          <button type="button" class="plain" aria-label="One move back" disabled=${before === null} onClick=${() => visit(before)}>◀</button>
          <button type="button" class="plain" aria-label="One move on" disabled=${after === null} onClick=${() => visit(after)}>▶</button>
          <button type="button" class="plain" aria-label="To the end" disabled=${at === end} onClick=${() => visit(end)}>▶|</button></div></header>
        <${Tree} grove=${grove} at=${at} thoughts=${tree.thoughts} players=${players} onVisit=${visit} />
      </section>
      <div class="buttons">
        ${may && html`<button type="button" disabled=${!at || busy} onClick=${() => attempt(async () => {
          const { node } = await post(`${path}/cut`, { node: at });
          setTree(await get(path));
          setAt(node);
        })}>Cut off from here</button>`}
        <button type="button" onClick=${() => setAsking("texts")}>Records and positions</button>
        ${may && html`<button type="button" onClick=${() => setAsking("share")}>Share</button>`}
      </div>
      ${shown.notes.length > 0 && html`<p class="notes">${shown.notes.map((note) => html`<span key=${note}>${note}</span>`)}</p>`}
      ${shown.gone.length > 0 && html`<${Gone} gone=${shown.gone} players=${players} />`}
    </aside>
    ${chooser && html`<${Chooser} moves=${chooser} onMove=${play} onClose=${() => setChooser(null)} />`}
    ${asking === "texts" && html`<${Texts} path=${path} node=${at} moves=${here.map((node) => node.move)} may=${may} title=${ground.title} go=${go}
      onTaken=${(text) => add(0, { text })} onClose=${() => setAsking(null)} />`}
    ${asking === "share" && html`<${Shared} path=${path} name=${name} onClose=${() => setAsking(null)} />`}
  </div>`;
}
