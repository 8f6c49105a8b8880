// An analysis: any position of a tree of moves, what is thought of it, and the tree beside it.

import { html, useCallback, useEffect, useMemo, useRef, useState } from "../vendor/ui.js";
import { Answer } from "../answer.js";
import { post, send } from "../api.js";
import { Gone } from "../beside.js";
import { useLive, usePosition } from "../live.js";
import { Problem } from "../problem.js";
import { choose, useSetting } from "../settings.js";
import { Stage } from "../stage.js";
import { useTurn } from "../turning.js";
import { Typed } from "../typed.js";
import { grown, pathTo, wholeLine } from "./lines.js";
import { Bar, useThinking } from "./going.js";
import { Rim } from "./rim.js";
import { SetUp } from "./setup.js";
import "./styled.js";
import { OpenRecord, Shared, Texts } from "./texts.js";
import { Thoughts } from "./thoughts.js";
import { Tree } from "./tree.js";

export const Analysis = (given) => (given.name === "new" ? html`<${New} go=${given.go} />` : html`<${Opened} ...${given} />`);

const New = ({ go }) => html`<main class="lone"><h1>Open a record</h1><${OpenRecord} go=${go} /></main>`;

// A tree is told whole.
const newest = (before, message) => message;

function Opened({ name, go, announce, refused }) {
  const path = `/api/analyses/${encodeURIComponent(name)}`;
  const { told: tree, refresh, lost, failed, busy, problem, setProblem, attempt } = useLive(path, newest, refused, announce);
  const [at, setAt] = useState(null);
  const [follows, setFollows] = useState(true);
  const [asking, setAsking] = useState(null);
  const [turn, setTurn] = useTurn(name, 0);
  const [refusal, setRefusal] = useState(null);
  const board = useRef(null);

  const grove = useMemo(() => tree && grown(tree), [tree]);
  // Who follows goes where the others are led; who is at what was cut off goes to what it hung on.
  useEffect(() => {
    if (!tree) return;
    if (at === null || (!tree.may && follows)) setAt(tree.at);
    else if (at && !grove.byNumber.has(at)) setAt(tree.at);
  }, [tree, follows]);

  // (not asked for again when the board that is known already changes)
  const address = useMemo(() => (at === null ? null : `${path}/positions/${at}?board=${encodeURIComponent(board.current?.id || "")}&turn=${turn}`), [at, path, turn]);
  const shown = usePosition(address, (found, version) => {
    if (found.board) board.current = found.board;
    document.title = `Analysis · ${board.current.title}`;
    const move = grove?.byNumber.get(at)?.text;
    announce(`${move ? `After ${move}` : "The start"}. ${found.over ? found.over.words : `${found.moverName} to move.`}`);
    return { ...found, board: board.current, version };
  }, (error, again) => (error.status === 0 ? again() : setProblem({ text: error.message })));

  useEffect(() => setRefusal(null), [at]);
  const thinks = useSetting("thinks");
  useThinking(thinks === "yes" && tree?.may && shown?.node === at && !shown.over, path, at, tree?.thoughts[at]);

  const visit = useCallback((number) => {
    setProblem(null);
    setAt(number);
    if (tree?.may) post(`${path}/show`, { node: number }).catch(() => {});
    else setFollows(false);
  }, [tree?.may, path]);
  const add = (from, moves) => attempt(async () => {
    const { node } = await send(`${path}/moves`, { node: from, ...moves });
    await refresh();
    setAt(node);
    return node;
  });

  if (failed) return html`<main class="lone"><h1>This analysis cannot be opened</h1><p>${failed}</p><p><a href="/">All games</a></p></main>`;
  if (!shown || !grove) return html`<main class="lone" aria-busy="true"><p>${problem?.text || lost || "Opening the analysis …"}</p></main>`;

  if (asking === "setup") return html`<${SetUp} path=${path} node=${at} turn=${turn} onTurn=${setTurn} go=${go} announce=${announce} onClose=${() => setAsking(null)} />`;

  const ground = shown.board, players = ground.players, may = tree.may;
  const line = wholeLine(grove, at), here = pathTo(grove, at);
  const thought = tree.thoughts[at];
  const play = (move) => add(at, { moves: [move.text ?? move] });
  const end = line.length ? line[line.length - 1].number : 0;
  // A move of the best line that is worth showing: that of whoever thought about this position.
  const best = thought?.expected?.length && shown.moves.find((move) => move.text === thought.expected[0]);

  return html`<div class=${ground.hands.length ? "room holding analysis" : "room analysis"} data-node=${shown.node} data-busy=${busy || shown.node !== at} data-version=${tree.version} data-turn=${ground.turn}>
    ${!!lost && html`<div class="banner" role="status">${lost}</div>`}
    <main class="play">
      <h1 class="unseen">Analysis of ${ground.title}</h1>
      <div class=${`status${shown.over ? " over" : ""}`}><p>${shown.over ? shown.over.words : `${shown.moverName} to move`}${here.length > 0 && html` <small>after ${here.length}. ${here[here.length - 1].text}</small>`}</p></div>
      <${Stage} beside=${html`<${Bar} thought=${thought} players=${players} inks=${ground.inks} turn=${ground.turn} />`} denied=${refusal?.site} board=${ground} shown=${shown} moves=${may && !busy && shown.node === at ? shown.moves : null} stamp=${shown.version} hint=${best && best.to !== null ? best : null}
        turn=${ground.turn} onTurn=${setTurn} onPlay=${play} idle=${shown.over ? "The game is over here." : may ? "" : "Who watches does not play."} onPress=${() => (setProblem(null), setRefusal(null))} onRefused=${setRefusal} announce=${announce} />
      <${Rim} line=${line} at=${at} thoughts=${tree.thoughts} players=${players} onVisit=${visit} />
      ${refusal && html`<${Answer} refused=${refusal} announce=${announce} onClose=${() => setRefusal(null)} />`}
      ${problem && html`<${Problem} problem=${problem} onClose=${() => setProblem(null)} />`}
    </main>
    <aside aria-label="About the position">
      ${!may && html`<label class="follows"><input type="checkbox" checked=${follows} onChange=${(event) => setFollows(event.target.checked)} /> Follow who shows this</label>`}
      <${Thoughts} thought=${thought} players=${players} may=${may} over=${!!shown.over} busy=${tree.busy} attempt=${attempt}
        thinks=${thinks === "yes"} onThinks=${(on) => choose("thinks", on ? "yes" : "no")} path=${path} node=${at} onTry=${(moves) => add(at, { moves })} onValue=${() => attempt(() => post(`${path}/value`, { node: end }))}
        onStop=${() => attempt(() => post(`${path}/value`, { node: 0, stop: true }))} announce=${announce} />
      ${may && html`<${Typed} moves=${shown.moves} onPlay=${play} />`}
      <${Tree} grove=${grove} at=${at} end=${end} thoughts=${tree.thoughts} players=${players} onVisit=${visit} />
      <div class="buttons">
        ${may && html`<button type="button" disabled=${!at || busy} onClick=${() => attempt(async () => {
          const { node } = await post(`${path}/cut`, { node: at });
          await refresh();
          setAt(node);
        })}>Cut off from here</button>`}
        ${may && html`<button type="button" onClick=${() => setAsking("setup")}>Set up a position</button>`}
        <button type="button" onClick=${() => setAsking("texts")}>Records and positions</button>
        ${may && html`<button type="button" onClick=${() => setAsking("share")}>Share</button>`}
      </div>
      ${shown.notes.length > 0 && html`<p class="notes">${shown.notes.map((note) => html`<span key=${note}>${note}</span>`)}</p>`}
      ${shown.gone.length > 0 && html`<${Gone} gone=${shown.gone} board=${ground} shown=${shown} />`}
    </aside>
    ${asking === "texts" && html`<${Texts} path=${path} node=${at} moves=${here.map((node) => node.move)} may=${may} title=${ground.title} go=${go}
      onTaken=${(text) => (text.trimStart().startsWith("{")
        ? attempt(async () => go(`/a/${(await post(`${path}/beginning`, { position: text })).analysis}`))
        : add(0, { text }))} onClose=${() => setAsking(null)} />`}
    ${asking === "share" && html`<${Shared} path=${path} name=${name} onClose=${() => setAsking(null)} />`}
  </div>`;
}
