// The workshop: the text of a game, and the game that goes on under the edit.

import { html, useCallback, useEffect, useMemo, useRef, useState } from "../vendor/ui.js";
import { Confirm } from "../dialog.js";
import { learn } from "../drawn.js";
import { saying } from "../live.js";
import { Choices } from "./choices.js";
import { makeEditor } from "./editor.js";
import { ownKey } from "./files.js";
import { useKeeping } from "./keeping.js";
import { Link } from "./link.js";
import { Answer, English, Mistakes, Moves } from "./panels.js";
import { Playground } from "./playground.js";
import { Shared } from "./sharing.js";
import { useTracing } from "./tracing.js";
import { Trials, useTrials } from "./trials.js";
import { Another, EditorKeys, Together } from "./windows.js";

const CHECK = 40; // milliseconds after the last letter until it is checked
const REPLAY = 250; // and from a text without mistakes until the game is played again by it
const SLOW = 700; // milliseconds without an answer after which that is said
const NARROW = "(max-width: 860px)";

const nonce = () => document.querySelector("script[nonce]")?.nonce || "";
const pages = { text: "Text", board: "Board", moves: "Moves", rules: "Rules", options: "Options", playing: "Playing" };

// Does something once it has not been asked for a while.
function later(work) {
  let timer;
  return (wait, ...more) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...more), wait);
  };
}

export function Shop({ announce }) {
  const [lost, setLost] = useState("");
  const [found, setFound] = useState(null); // what `check` says
  const [unchecked, setUnchecked] = useState(null); // that it has not said it of this text, and why
  const [waiting, setWaiting] = useState(""); // why the board is not there yet
  const [game, setGame] = useState(null);
  const [note, setNote] = useState(null); // what has become of the game by the last edit
  const [rules, setRules] = useState(null);
  const [problem, setProblem] = useState("");
  const [asking, setAsking] = useState(null);
  const [narrow, setNarrow] = useState(matchMedia(NARROW).matches);
  const [tab, setTab] = useState(narrow ? "text" : "moves");
  const place = useRef(), link = useRef(), editor = useRef(), now = useRef({ chosen: {} });
  Object.assign(now.current, { game, tab, narrow, found });
  const canOwn = useMemo(() => !!ownKey(), []);

  const ask = useCallback((does, more = {}) => link.current.ask({ do: does, ...more }), []);
  const insist = useCallback((does, more = {}, how) => link.current.insist({ do: does, ...more }, how), []);
  const tracing = useTracing({ now, editor, ask, insist, announce, onProblem: setProblem, onText: () => setTab("text") });
  const { behind, chosen, past, answer, setAnswer, lit, line, go, why, point } = tracing;

  // --- What is asked of the text -------------------------------------------------------------------------

  const about = (text = editor.current.text()) => ({ text, name: now.current.file?.name || "game.lud", options: now.current.chosen });
  const soon = useMemo(() => ({
    check: later(async () => {
      const text = editor.current.text(), run = (now.current.checks = (now.current.checks || 0) + 1);
      const wanted = () => run === now.current.checks;
      setUnchecked((before) => (before?.failed ? { words: "Checking …" } : before));
      const slow = setTimeout(() => wanted() && setUnchecked((before) => before || { words: "Checking …" }), SLOW);
      const waits = (why) => setUnchecked({ words: `Not checked yet: ${why}. Asking again …` });
      const { ok, error } = await insist("check", about(text), { wanted, waits });
      clearTimeout(slow);
      if (!wanted()) return;
      if (error) {
        // nothing that was said of another text is said of this one
        editor.current.mistakes([], []);
        setFound(null);
        setUnchecked({ words: `This text is not checked: ${error.message}.`, failed: true });
        announce("This text is not checked.");
      }
      if (!ok || text !== editor.current.text()) return;
      editor.current.mistakes(ok.marks, ok.diagnostics);
      setUnchecked(null);
      setFound(ok);
      if (!ok.errors && text !== played()) soon.replay(REPLAY);
      else if (!ok.errors) setNote((before) => (before?.bad ? null : before));
      soon.colour(ok.errors ? 400 : 120);
    }),
    colour: later(async () => {
      const text = editor.current.text();
      const { ok } = await insist("colours", about(text), { wanted: () => text === editor.current.text() });
      if (ok && text === editor.current.text()) editor.current.colour(ok.words);
    }),
    replay: later(() => replay()),
    draft: later(() => desk.keep()),
    behind: later(() => tracing.learn()),
    rules: later(async () => {
      const { ok, error } = await insist("rules");
      if (ok || error) setRules(ok ? { rules: ok } : { problem: error.message });
    }),
  }), []);

  // --- The game under the edit ---------------------------------------------------------------------------

  const take = (told, tracker) => {
    learn(told.looks);
    const before = now.current.game;
    if (tracker) before?.tracker.drop();
    const { board = before?.board, choices = before?.choices } = told;
    now.current.game = { board, choices, options: told.options, shown: told.snapshot, moves: told.moves, made: told.made, tracker: tracker || before.tracker };
    setGame(now.current.game);
    // what the text no longer has is no longer chosen
    const { chosen } = now.current;
    for (const name of Object.keys(chosen)) if (told.options[name] !== chosen[name]) delete chosen[name];
    tracing.forget();
    soon.behind(120);
  };

  // the text that is played
  const played = () => (now.current.game ? link.current.restore?.text : null);

  // By the text as it is, or, where that has mistakes and an option is chosen, by that which is played.
  const replay = async (text = editor.current.text(), tracker = editor.current.tracker()) => {
    if (now.current.resuming) {
      await now.current.resuming;
      if (text === played()) return tracker?.drop();
    }
    const old = now.current.game;
    const seed = Math.floor(Math.random() * 2 ** 31);
    const run = (now.current.replays = (now.current.replays || 0) + 1);
    const wanted = () => run === now.current.replays;
    const waits = (why) => wanted() && setWaiting(`The game is not set up yet: ${why}. Asking again …`);
    const { ok, error } = await insist(old ? "replay" : "open", { ...about(text), ...(old ? {} : { seed }) }, { wanted, waits });
    if (wanted()) setWaiting("");
    if (!ok) {
      tracker?.drop();
      if (error && wanted()) setNote({ bad: true, words: `These rules cannot be played: ${error.message}`, again: text });
      return false;
    }
    take(ok, tracker);
    setAnswer(null);
    setRules(null);
    if (now.current.tab === "rules") soon.rules(0);
    if (old) {
      const { plies, of, first, stopped, why } = ok;
      const how = of ? `${plies === of ? `All ${of}` : `${plies} of ${of}`} ${of === 1 ? "move" : "moves"} played again. ` : "";
      const words = first ? `${how}The game first differs at ply ${first.ply}: ${first.words}.` : of ? `${how}Nothing differs.` : "";
      setNote(words ? { words, ply: first?.ply ?? null, stopped } : null);
      if (why) setAnswer({ ...why, reasons: why.reasons.map((reason) => ({ ...reason, at: null })) });
      if (words) announce(words);
    } else setNote(null);
    return true;
  };

  // an option: the present game is played again by it, and where that cannot be, it is as before
  const option = async (name, value) => {
    const before = now.current.chosen;
    now.current.chosen = { ...before, [name]: value };
    if (value === now.current.game.choices.find((each) => each.name === name).chosen) delete now.current.chosen[name];
    if (await replay(...(now.current.found?.errors ? [played(), null] : []))) return soon.draft(0);
    now.current.chosen = before;
    return setGame((shown) => ({ ...shown, options: { ...shown.options } }));
  };

  const play = useCallback(async (move) => {
    const { ok, error, lost } = await ask("play", { move: move.n ?? move });
    setProblem("");
    if (ok) {
      setAnswer(null);
      take(ok);
      soon.draft(0);
      const over = ok.snapshot.over;
      announce(over ? over.words : `${ok.made[ok.made.length - 1]} played. ${ok.snapshot.moverName} to move.`);
      return true;
    }
    if (error && typeof move === "string") return why(move, error.message);
    setProblem(error?.message || (lost ? "The connection is lost." : ""));
    return false;
  }, []);
  const back = async (count) => {
    const { ok, error } = await ask("back", { count });
    if (ok) {
      setAnswer(null);
      take(ok);
      soon.draft(0);
      announce("Taken back.");
    } else setProblem(error?.message || "");
  };

  const trials = useTrials({
    ask, about, announce, track: () => editor.current.tracker(), cover: (places) => editor.current.cover(places), version: () => editor.current.version(),
  });

  useEffect(() => {
    let been = false;
    link.current = new Link((there, why) => {
      setLost(there ? "" : saying(why));
      // what was asked meanwhile has no answer yet
      if (there && been) soon.check(0);
      been = true;
    });
    editor.current = makeEditor({
      parent: place.current, nonce: nonce(),
      tell: {
        change: (loaded) => {
          if (!loaded) desk.change();
          soon.check(CHECK);
          soon.draft(600);
        },
        point,
        complete: async (text, at) => (await ask("complete", { ...about(text), at })).ok?.offers,
        hover: async (text, at) => (await ask("hover", { ...about(text), at })).ok,
      },
    });
    const media = matchMedia(NARROW);
    const turned = () => {
      setNarrow(media.matches);
      setTab((before) => (media.matches ? before : before === "text" || before === "board" ? "moves" : before));
    };
    media.addEventListener("change", turned);
    return () => {
      media.removeEventListener("change", turned);
      link.current.close();
      editor.current.destroy();
    };
  }, []);
  const desk = useKeeping({
    now, link, editor, insist, take, announce, onProblem: setProblem, onChanged: () => setAsking("overwrite"),
    fresh() {
      trials.forget();
      for (const set of [setGame, setFound, setUnchecked, setNote, setAnswer]) set(null);
      setProblem("");
      setWaiting("");
      now.current.replays = (now.current.replays || 0) + 1; // what the text before was asked for is not waited for
    },
  });
  const { file, begin, save } = desk;

  // wherever the focus is: the browser would save the page otherwise
  useEffect(() => {
    const heard = (event) => now.current.key(event);
    addEventListener("keydown", heard);
    return () => removeEventListener("keydown", heard);
  }, []);
  now.current.key = (event) => {
    if (asking) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "s") (event.preventDefault(), save());
    if (event.altKey && event.shiftKey && event.code === "KeyF") (event.preventDefault(), format());
  };
  const format = async () => {
    const text = editor.current.text();
    const { ok } = await ask("format", about(text));
    if (!ok || text !== editor.current.text()) return;
    if (ok.edits.length) editor.current.edit(ok.edits);
    announce(ok.edits.length ? "The text is in the one style now." : "The text is in the one style already.");
  };
  const show = (name) => {
    setTab(name);
    if (name === "rules" && !rules) soon.rules(0);
  };

  // --- What is seen ------------------------------------------------------------------------------------------

  const tabs = Object.keys(pages).filter((name) => narrow || !["text", "board"].includes(name));
  const tabKey = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    show(next);
    document.getElementById(`tab-${next}`)?.focus();
    event.preventDefault();
  };
  const broken = found?.errors > 0;
  const strip = html`<div class="tabs" role="tablist" aria-label="Parts of the workshop">
    ${tabs.map((name) => html`<button type="button" role="tab" key=${name} id=${`tab-${name}`} aria-selected=${tab === name ? "true" : "false"}
      aria-controls=${`panel-${name}`} tabindex=${tab === name ? 0 : -1} onClick=${() => show(name)} onKeyDown=${tabKey}>${pages[name]}${name === "text" && broken ? html` <span class="count" aria-hidden="true">${found.errors}</span>` : ""}</button>`)}
  </div>`;
  const panel = (name, inside) => html`<div role="tabpanel" class=${`panel ${name}`} key=${name} id=${`panel-${name}`} aria-labelledby=${`tab-${name}`} hidden=${tab !== name} tabindex="0">${tab === name && inside()}</div>`;
  const told = answer && html`<${Answer} answer=${answer} line=${line} onGo=${go} onClose=${tracing.close} />`;
  const kept = broken || note?.bad || unchecked?.failed;
  const asTab = (name, more) => (narrow ? { role: "tabpanel", "aria-labelledby": `tab-${name}`, id: `panel-${name}`, hidden: tab !== name } : more);

  return html`<main class="shop" data-ready=${!!game} data-errors=${found ? found.errors : ""}>
    <h1 class="unseen">Workshop</h1>
    ${!!lost && html`<div class="banner" role="status">${lost} What you write is kept in this browser.</div>`}
    <div class="bar" role="group" aria-label="The text">
      <span class="file"><b>${file?.name || "…"}</b>${desk.where && html` <span class="soft" role="status">${desk.where}</span>`}
        ${file?.origin && html` <span class="soft origin">${desk.where && "· "}made from ${file.origin.at ? html`<a href=${file.origin.at}>${file.origin.title}</a>` : file.origin.title}${file.before && html`, which was made from ${file.before.at ? html`<a href=${file.before.at}>${file.before.title}</a>` : file.before.title}`}</span>`}</span>
      <button type="button" onClick=${() => setAsking("another")}>Open …</button>
      ${desk.canSave && html`<button type="button" onClick=${() => save()}>${desk.onDisk ? "Save" : "Save as …"}</button>`}
      <button type="button" onClick=${desk.download}>Download</button>
      <button type="button" onClick=${() => setAsking("share")}>Share</button>
      <button type="button" onClick=${format}>Format</button>
      <button type="button" disabled=${!game || kept} onClick=${() => setAsking("together")}>Play with others</button>
      <button type="button" onClick=${() => setAsking("keys")}>Keys</button>
    </div>
    ${problem && html`<div class="problem" role="alert"><p>${problem}</p><button type="button" class="plain" aria-label="Close" onClick=${() => setProblem("")}>✕</button></div>`}
    ${narrow && strip}
    <section class="writing" ...${asTab("text", { "aria-label": "Text" })}>
      <div class="editor" ref=${place}></div>
      <${Mistakes} found=${found} unchecked=${unchecked} onAgain=${() => (setUnchecked({ words: "Checking …" }), soon.check(0))} onGo=${(at) => editor.current.go(at)} onFix=${(edits) => editor.current.edit(edits)} onRepair=${(edits) => editor.current.edit(edits)} />
    </section>
    <section class=${["options", "playing"].includes(tab) ? "side reading" : "side"} aria-label="The game">
      <div class="ground" ...${asTab("board", {})}>
        ${kept && game && html`<p class="kept" role="status">${broken ? "The text has mistakes: " : unchecked?.failed ? "The text is not checked: " : ""}the board is that of the last rules that can be played.</p>`}
        ${note && html`<p class=${note.bad ? "note bad" : "note"} data-ply=${note.ply}>${note.words}${note.again && html` <button type="button" onClick=${() => (setNote(null), replay())}>Try again</button>`}</p>`}
        ${!!waiting && game && html`<p class="soft" role="status">${waiting}</p>`}
        ${game ? html`<${Playground} game=${game} lit=${lit} onPlay=${play} onBack=${() => back(1)} onWhy=${why} announce=${announce} />`
          : !note?.bad && html`<p class="soft waiting" role="status">${broken ? "The board comes when the text has no mistakes." : waiting || (unchecked?.failed ? "The board comes when the text is checked." : "Setting up the board …")}</p>`}
        ${narrow && told}
      </div>
      ${!narrow && strip}
      <div class="below">
      ${!narrow && told}
      ${panel("moves", () => game && html`<${Moves} game=${game} chosen=${chosen} behind=${chosen?.ply === undefined ? behind : past} line=${line} snippet=${tracing.snippet}
        onChoose=${tracing.choose} onPlay=${play} onGo=${go} onBack=${back} />`)}
      ${panel("rules", () => html`<${English} ...${rules || {}} onAgain=${() => (setRules(null), soon.rules(0))} line=${line} onGo=${go} onPoint=${tracing.glance} />`)}
      ${panel("options", () => game && html`<${Choices} choices=${game.choices} chosen=${game.options} onChoose=${option} />`)}
      ${panel("playing", () => html`<${Trials} trials=${trials} now=${editor.current?.version()} kept=${kept} line=${line} onGo=${go} />`)}
      </div>
    </section>
    ${asking === "another" && html`<${Another} canOwn=${canOwn} present=${file?.id} onText=${begin} onClose=${() => setAsking(null)} />`}
    ${asking === "together" && html`<${Together} game=${game} text=${played()} name=${file.name} options=${now.current.chosen} onClose=${() => setAsking(null)} />`}
    ${asking === "share" && html`<${Shared} name=${file.name} text=${editor.current.text()} origin=${file.origin} fit=${!!game && !kept && editor.current.text() === played()} onClose=${() => setAsking(null)} />`}
    ${asking === "keys" && html`<${EditorKeys} onClose=${() => setAsking(null)} />`}
    ${asking === "overwrite" && html`<${Overwrite} name=${file.name} onSave=${() => save(true)} onClose=${() => setAsking(null)} />`}
  </main>`;
}

const Overwrite = ({ name, onSave, onClose }) => html`<${Confirm} title=${`${name} was changed on the disk`} yes="Save this text anyway"
  text="Somebody has changed the file since it was read here. Saving puts the text of this editor in its place." onYes=${onSave} onClose=${onClose} />`;
