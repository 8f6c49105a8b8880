// Setting a position up: pieces are put where one likes; the server says what it is as text, and what can be done
// in it. What is kept of it is an analysis of its own.

import { html, useEffect, useMemo, useRef, useState } from "../vendor/ui.js";
import { post } from "../api.js";
import { Look } from "../look.js";
import { free } from "../choosing.js";
import { learn } from "../drawn.js";
import { Problem } from "../problem.js";
import { Ground } from "../stage.js";
import { cleared, description, laid, moved, put, taken } from "./placing.js";

const AFTER = 350; // milliseconds after the last change in which nothing was changed

export function SetUp({ path, node, turn, onTurn, go, announce, onClose }) {
  const [told, setTold] = useState(null); // as the server has it, with the placed pieces that it is of
  const [placed, setPlaced] = useState(null);
  const [tool, setTool] = useState(null);
  const [many, setMany] = useState(1);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const text = useRef(), latest = useRef(0);

  // Asks the server for a position: one of the analysis by its number, or one that is described.
  const ask = async (what, of) => {
    const mine = ++latest.current;
    setBusy(true);
    try {
      const found = await post(`${path}/describe`, { turn, ...what });
      if (mine !== latest.current) return;
      learn(found.looks);
      setProblem("");
      const now = of || laid(found.position);
      setPlaced(now);
      setTold({ ...found, of: now });
      if (text.current) text.current.value = found.text;
    } catch (error) {
      if (mine === latest.current) setProblem(error.message);
    } finally {
      if (mine === latest.current) setBusy(false);
    }
  };
  // `next` makes the pieces of those before; an answer about these does not count any more.
  const change = (next) => {
    latest.current++;
    setBusy(true);
    setPlaced(next);
  };
  useEffect(() => void ask({ node }), [node, path]);
  useEffect(() => {
    if (!placed || (told?.of === placed && told.board.turn === turn)) return undefined;
    const timer = setTimeout(() => ask({ position: JSON.stringify(description(placed)) }, placed), AFTER);
    return () => clearTimeout(timer);
  }, [placed, turn]);
  useEffect(() => void (document.title = "Set up a position"), []);

  const board = told?.board;
  const sites = useMemo(() => (board ? [...board.sites, ...board.hands.filter((hand) => !hand.dice).flatMap((hand) => hand.sites)] : []), [board]);
  const names = useMemo(() => new Map(sites.map(({ site, name }) => [site, name])), [sites]);
  const numbers = useMemo(() => new Map(sites.map(({ site, name }) => [name, site])), [sites]);
  if (!told) return html`<main class="lone" aria-busy="true">${problem ? html`<p role="alert">${problem}</p><button type="button" onClick=${onClose}>Back</button>` : html`<p>Taking the pieces off the board …</p>`}</main>`;

  const looks = new Map(told.palette.map((each) => [each.piece, each]));
  const heaps = told.stacked || placed.counts.size > 0;
  // what is seen until the server has drawn it
  const shown = told.of === placed ? told : {
    ...told,
    stacks: Object.fromEntries([...placed.on].filter(([name, levels]) => numbers.has(name) && levels.length > 1)
      .map(([name, levels]) => [numbers.get(name), levels.map((each) => [looks.get(each).words, looks.get(each).look])])),
    pieces: [...placed.on].filter(([name]) => numbers.has(name)).map(([name, levels]) => {
      const { look, words } = looks.get(levels[levels.length - 1]);
      const count = placed.counts.get(name) || levels.length;
      return [numbers.get(name), look, count > 1 ? `${words}, ${count} of them` : words];
    }),
  };
  const marked = { ...shown, version: -1, dice: null, marks: { steps: [], origins: [], targets: [], captured: [] } };
  const choices = free([...placed.on.keys()].map((name) => numbers.get(name)));
  const press = (number) => {
    const name = names.get(number), there = placed.on.get(name);
    if (tool === null) return announce(there ? `${name}: ${looks.get(there[there.length - 1]).words}. Choose a piece, or Remove, first.` : `Choose a piece to put on ${name} first.`);
    const same = there?.length === 1 && there[0] === tool && !heaps;
    if (tool === "" || same) {
      if (!there) return announce(`${name} is empty.`);
      announce(`${name}: ${looks.get(there[there.length - 1]).words} removed.`);
      return change((before) => taken(before, name));
    }
    announce(`${name}: ${many > 1 ? `${many} ` : ""}${looks.get(tool).words}.`);
    return change((before) => put(before, name, tool, many, told.stacked));
  };
  const drop = (from, to) => {
    announce(`${names.get(from)} to ${names.get(to)}.`);
    change((before) => moved(before, names.get(from), names.get(to)));
  };
  const off = (from) => {
    announce(`${names.get(from)} is taken off.`);
    change((before) => taken(before, names.get(from)));
  };
  const start = (to) => post(`${path}/beginning`, { position: told.text }).then(to, (error) => setProblem(error.message));
  const ready = !busy && told.of === placed && !problem;
  const play = `/?game=${encodeURIComponent(told.game)}&options=${encodeURIComponent(JSON.stringify(told.options))}&position=${encodeURIComponent(told.text)}`;
  // in a hand every place can be pressed here
  const pressed = { ...choices, direct: new Map(sites.map(({ site }) => [site, []])), byOrigin: new Map() };
  const status = problem ? "This cannot be set up" : !ready ? "…" : told.over ? told.over.words
    : `${told.moverName} to move, ${told.choices} ${told.choices === 1 ? "move is" : "moves are"} possible`;

  return html`<div class=${board.hands.length ? "room holding setup" : "room setup"} data-ready=${ready} data-turn=${board.turn}>
    <main class="play">
      <h1 class="unseen">Set up a position of ${board.title}</h1>
      <div class="status" role="status"><p>${status}</p></div>
      <${Ground} board=${board} shown=${marked} choices=${choices} atHand=${pressed} selected=${null} label=${`${board.title}, the board to set up`} turn=${turn} onTurn=${onTurn}
        onSite=${press} onDrop=${drop} onDropOff=${off} onEscape=${() => setTool(null)} announce=${announce}
        below=${problem && html`<${Problem} problem=${{ text: problem }} onClose=${() => setProblem("")} />`} />
    </main>
    <aside aria-label="What is put on the board">
      <section class="palette" role="group" aria-label="What a click puts on the board">
        ${[...told.palette].sort((a, b) => a.owner - b.owner).map((each) => html`<button type="button" key=${each.piece} class="slot" data-piece=${each.piece} aria-pressed=${tool === each.piece} aria-label=${each.words} title=${each.words}
          onClick=${() => setTool(tool === each.piece ? null : each.piece)}><${Look} name=${each.look} /></button>`)}
        <button type="button" class="slot remove" aria-pressed=${tool === ""} onClick=${() => setTool(tool === "" ? null : "")}>Remove</button>
      </section>
      ${heaps && html`<div class="field"><label for="many">How many at once</label>
        <input id="many" type="number" min="1" max="99" value=${many} onInput=${(event) => setMany(Math.max(1, Math.min(99, Math.round(+event.target.value) || 1)))} /></div>`}
      <div class="field"><label for="mover">Who is to move</label>
        <select id="mover" value=${placed.mover} onChange=${(event) => change((before) => ({ ...before, mover: +event.target.value }))}>
          ${board.seats.map((player, index) => html`<option key=${player} value=${index + 1} selected=${placed.mover === index + 1}>${player}</option>`)}</select></div>
      <div class="buttons">
        <button type="button" onClick=${() => change(cleared)}>Clear the board</button>
        <button type="button" onClick=${() => ask({ node: 0 })}>The start</button>
        ${node !== 0 && html`<button type="button" onClick=${() => ask({ node })}>As in the analysis</button>`}
      </div>
      <div class="texts"><label for="described">The position as text</label>
        <textarea id="described" ref=${text} rows="6" spellcheck="false">${told.text}</textarea>
        <div class="row"><button type="button" onClick=${() => ask({ position: text.current.value })}>Read this text</button></div>
        ${ready && told.lacks.length > 0 && html`<p class="soft">Not said in it: ${told.lacks.join("; ")}.</p>`}</div>
      <div class="buttons">
        <button type="button" class="strong" disabled=${!ready} onClick=${() => start((made) => (onClose(), go(`/a/${made.analysis}`)))}>Analyse it</button>
        ${told.game && html`<button type="button" disabled=${!ready} onClick=${() => go(play)}>Play it</button>`}
        <button type="button" onClick=${onClose}>Back</button>
      </div>
    </aside>
  </div>`;
}
