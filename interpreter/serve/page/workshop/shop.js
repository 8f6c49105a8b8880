// The workshop: the text of a game, and the game that goes on under the edit.

import { html, useCallback, useEffect, useMemo, useRef, useState } from "../vendor/ui.js";
import { Confirm } from "../dialog.js";
import { learn } from "../drawn.js";
import { makeEditor } from "./editor.js";
import * as files from "./files.js";
import { Link } from "./link.js";
import { Answer, English, Mistakes, Moves, Played } from "./panels.js";
import { Playground } from "./playground.js";
import { Another, EditorKeys, Together } from "./windows.js";

const CHECK = 40; // milliseconds after the last letter until it is checked
const REPLAY = 250; // and from a text without mistakes until the game is played again by it
const NARROW = "(max-width: 860px)";

const nonce = () => document.querySelector("script[nonce]")?.nonce || "";
const pages = { text: "Text", board: "Board", moves: "Moves", rules: "Rules", playing: "Playing" };

// Does something once it has not been asked for a while.
function later(work) {
  let timer;
  return (wait, ...more) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...more), wait);
  };
}

export function Shop({ announce }) {
  const [file, setFile] = useState(null);
  const [lost, setLost] = useState(false);
  const [found, setFound] = useState(null); // what `check` says
  const [game, setGame] = useState(null);
  const [note, setNote] = useState(null); // what has become of the game by the last edit
  const [behind, setBehind] = useState(null);
  const [chosen, setChosen] = useState(null); // a move whose rules are looked at
  const [past, setPast] = useState(null); // the rules behind a move that was made
  const [answer, setAnswer] = useState(null);
  const [lit, setLit] = useState(null);
  const [rules, setRules] = useState(null);
  const [report, setReport] = useState(null);
  const [playing, setPlaying] = useState(false);
  const [saved, setSaved] = useState("");
  const [problem, setProblem] = useState("");
  const [asking, setAsking] = useState(null);
  const [narrow, setNarrow] = useState(matchMedia(NARROW).matches);
  const [tab, setTab] = useState(narrow ? "text" : "moves");
  const place = useRef(), link = useRef(), editor = useRef(), now = useRef({});
  Object.assign(now.current, { file, game, behind, tab, narrow, found });
  const canOwn = useMemo(() => !!files.ownKey(), []);

  // --- What is asked of the text -------------------------------------------------------------------------

  const ask = useCallback((does, more = {}) => link.current.ask({ do: does, ...more }), []);
  const about = (text = editor.current.text()) => ({ text, name: now.current.file?.name || "game.lud" });
  const soon = useMemo(() => ({
    check: later(async () => {
      const text = editor.current.text();
      const { ok } = await ask("check", about(text));
      if (!ok || text !== editor.current.text()) return;
      editor.current.mistakes(ok.marks, ok.diagnostics);
      setFound(ok);
      if (!ok.errors) soon.replay(REPLAY);
      soon.colour(ok.errors ? 400 : 120);
    }),
    colour: later(async () => {
      const text = editor.current.text();
      const { ok } = await ask("colours", about(text));
      if (ok && text === editor.current.text()) editor.current.colour(ok.words);
    }),
    replay: later(() => replay()),
    draft: later(() => files.draft.keep(now.current.file?.name || "game.lud", editor.current.text())),
    behind: later(async () => {
      const { ok } = await ask("behind");
      if (ok) setBehind(ok);
    }),
    rules: later(async () => {
      const { ok, error } = await ask("rules");
      if (ok || error) setRules(ok ? { rules: ok } : { problem: error.message });
    }),
  }), []);

  // --- The game under the edit ---------------------------------------------------------------------------

  const take = (told, tracker) => {
    learn(told.looks);
    setGame((before) => {
      if (tracker) before?.tracker.drop();
      return { board: told.board || before.board, shown: told.snapshot, moves: told.moves, made: told.made, tracker: tracker || before.tracker };
    });
    setBehind(null);
    setChosen(null);
    setPast(null);
    setLit(null);
    editor.current.mark([]);
    soon.behind(120);
  };

  const replay = async (fresh = false) => {
    const text = editor.current.text(), tracker = editor.current.tracker();
    const old = now.current.game && !fresh;
    const seed = Math.floor(Math.random() * 2 ** 31);
    const { ok, error } = await ask(old ? "replay" : "open", { ...about(text), ...(old ? {} : { seed }) });
    if (!ok) {
      tracker.drop();
      if (error) setNote({ bad: true, words: `These rules cannot be played: ${error.message}` });
      return;
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
  };

  const play = useCallback(async (move) => {
    const { ok, error, lost } = await ask("play", { move: move.n ?? move });
    setProblem("");
    if (ok) {
      setAnswer(null);
      take(ok);
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
      announce("Taken back.");
    } else setProblem(error?.message || "");
  };

  // --- Between the rules and the board -------------------------------------------------------------------

  const here = (at) => (at?.from === undefined ? at : { ...at, ...(now.current.game?.tracker.range(at) || at) });
  const mark = (places, show = true) => editor.current.mark(places.map(here).filter((at) => at?.from !== undefined), show);
  // the line of a place; none where its text is gone
  const line = (at) => {
    const { from, to } = here(at);
    return from < to ? editor.current.line(from) : null;
  };
  const snippet = (at) => {
    const { from, to } = here(at);
    const text = editor.current.text().slice(from, to).replace(/\s+/g, " ");
    return text.length > 70 ? `${text.slice(0, 70)} …` : text;
  };
  // a sentence's place is shown while one is at it, and stays when one goes there
  const glance = (places) => {
    if (!places.length && now.current.pinned) return;
    now.current.pinned = false;
    mark(places, false);
  };
  const go = ([at]) => {
    now.current.pinned = true;
    if (now.current.narrow) setTab("text");
    setTimeout(() => {
      mark([at]);
      editor.current.go(here(at));
    });
  };

  const why = async (move, fallback) => {
    const { ok, error } = await ask("why", { move });
    if (!ok) {
      setProblem(fallback || error?.message || "");
      announce(fallback || error?.message || "");
      return false;
    }
    setAnswer(ok);
    mark(ok.reasons.map((reason) => reason.at).filter(Boolean));
    announce(`${ok.legal ? "Possible" : "Not possible"}: ${ok.words}`);
    return false;
  };

  // a move's rules: of one that can be made they are known, of one that was made they are asked for
  const choose = async (move) => {
    if (chosen && chosen.n === move.n && chosen.ply === move.ply) {
      setChosen(null);
      return mark([], false);
    }
    setChosen(move);
    setPast(null);
    let known = now.current.behind, number = move.n;
    if (move.ply !== undefined) {
      const { ok } = await ask("behind", { ply: move.ply });
      if (!ok) return undefined;
      setPast(ok);
      setChosen({ ...move, n: ok.played });
      [known, number] = [ok, ok.played];
    }
    mark((known?.rules || []).filter((rule) => rule.moves.includes(number)));
    return undefined;
  };

  // the sites that the rule at a place of the text allows
  const point = useCallback((at) => {
    now.current.at = at; // what is known of it may come later
    const { game: present, behind: known } = now.current;
    if (at === null || at === undefined || !known || !present) return setLit(null);
    const all = [...known.rules.map((rule) => ({ ...rule, kind: "rule" })), ...known.regions.map((region) => ({ ...region, kind: "region" }))];
    const around = all.filter((each) => each.from !== undefined).map((each) => ({ ...each, ...present.tracker.range(each) }))
      .filter(({ from, to }) => from <= at && at <= to).sort((a, b) => a.to - a.from - (b.to - b.from));
    const best = around[0];
    if (!best) return setLit(null);
    const moves = best.kind === "rule" ? best.moves.map((number) => present.moves[number]).filter(Boolean) : [];
    const sites = best.kind === "rule" ? moves.map((move) => move.to ?? move.from).filter((site) => site !== null) : best.sites;
    const unique = [...new Set(sites)];
    const count = `${unique.length} ${unique.length === 1 ? "site" : "sites"}`;
    const words = best.kind === "rule" ? `Line ${editor.current.line(best.from)} allows ${moves.length} ${moves.length === 1 ? "move" : "moves"}, to ${count}` : `Line ${editor.current.line(best.from)} is ${count}`;
    return setLit((before) => (before?.words === words ? before : { sites: new Set(unique), words }));
  }, []);

  useEffect(() => point(now.current.at), [behind]);

  // --- Files -----------------------------------------------------------------------------------------------

  const begin = (next) => {
    setFile(next);
    now.current.file = next;
    now.current.game?.tracker.drop();
    now.current.game = null;
    setGame(null);
    setReport(null);
    setSaved("");
    setNote(null);
    setAnswer(null);
    setProblem("");
    link.current.restore = null;
    editor.current.load(next.text);
    document.title = `${next.name} · Workshop`;
  };
  const save = async (anyway = false) => {
    const text = editor.current.text(), mine = now.current.file;
    if (!mine.key) return files.download(mine.name, text), setSaved("Downloaded");
    try {
      const { was } = await files.save(mine, text, anyway);
      setFile((before) => ({ ...before, was }));
      setSaved("Saved");
      announce(`${mine.name} is saved.`);
    } catch (error) {
      if (error.status === 409) setAsking("overwrite");
      else setProblem(error.message);
    }
    return undefined;
  };

  useEffect(() => {
    link.current = new Link((there) => setLost(!there));
    editor.current = makeEditor({
      parent: place.current, nonce: nonce(), narrow,
      tell: {
        change: () => {
          setSaved("");
          soon.check(CHECK);
          soon.draft(600);
        },
        point,
        complete: async (text, at) => (await ask("complete", { ...about(text), at })).ok?.offers,
        hover: async (text, at) => (await ask("hover", { ...about(text), at })).ok,
      },
    });
    const wanted = new URLSearchParams(location.search).get("game");
    const first = canOwn && !wanted ? files.own(files.ownKey()) : wanted ? files.shipped(wanted) : Promise.resolve(files.draft.read() || files.template("placing"));
    first.then(begin, async (error) => {
      begin(files.draft.read() || (await files.template("placing")));
      setProblem(error.message);
    });
    const media = matchMedia(NARROW);
    const turned = () => {
      setNarrow(media.matches);
      editor.current.narrow(media.matches);
      setTab((before) => (media.matches ? before : before === "text" || before === "board" ? "moves" : before));
    };
    media.addEventListener("change", turned);
    return () => {
      media.removeEventListener("change", turned);
      link.current.close();
      editor.current.destroy();
    };
  }, []);
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
  const cover = async (seconds) => {
    setPlaying(true);
    const version = editor.current.version();
    const { ok, error } = await ask("coverage", { seconds });
    setPlaying(false);
    if (ok) editor.current.cover(ok.places.filter((at) => at.from !== undefined).map((at) => ({ ...at, ...here(at) })));
    if (ok) announce(`Played: ${ok.diagnostics.length} ${ok.diagnostics.length === 1 ? "finding" : "findings"}.`);
    setReport((before) => (ok ? { ...ok, version } : error ? { ...before, problem: error.message } : before));
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
  const told = answer && html`<${Answer} answer=${answer} line=${line} onGo=${go} onClose=${() => (setAnswer(null), editor.current.mark([]))} />`;
  const kept = broken || note?.bad;
  const asTab = (name, more) => (narrow ? { role: "tabpanel", "aria-labelledby": `tab-${name}`, id: `panel-${name}`, hidden: tab !== name } : more);
  const mode = saved || (file?.key ? "" : "not kept on disk");

  return html`<main class="shop" data-ready=${!!game} data-errors=${found ? found.errors : ""}>
    <h1 class="unseen">Workshop</h1>
    ${lost && html`<div class="banner" role="status">The connection is lost. Trying to get it back …</div>`}
    <div class="bar" role="group" aria-label="The text">
      <span class="file"><b>${file?.name || "…"}</b>${mode && html` <span class="soft" role="status">${mode}</span>`}</span>
      <button type="button" onClick=${() => setAsking("another")}>Open …</button>
      <button type="button" onClick=${() => save()}>${file?.key ? "Save" : "Download"}</button>
      <button type="button" onClick=${format}>Format</button>
      <button type="button" disabled=${!game || kept} onClick=${() => setAsking("together")}>Play with others</button>
      <button type="button" onClick=${() => setAsking("keys")}>Keys</button>
    </div>
    ${problem && html`<div class="problem" role="alert"><p>${problem}</p><button type="button" class="plain" aria-label="Close" onClick=${() => setProblem("")}>✕</button></div>`}
    ${narrow && strip}
    <section class="writing" ...${asTab("text", { "aria-label": "Text" })}>
      <div class="editor" ref=${place}></div>
      <${Mistakes} found=${found} onGo=${(at) => editor.current.go(at)} onFix=${(edits) => editor.current.edit(edits)} onRepair=${(edits) => editor.current.edit(edits)} />
    </section>
    <section class="side" aria-label="The game">
      <div class="ground" ...${asTab("board", {})}>
        ${kept && game && html`<p class="kept" role="status">${broken ? "The text has mistakes: " : ""}the board is that of the last rules that can be played.</p>`}
        ${note && html`<p class=${note.bad ? "note bad" : "note"} data-ply=${note.ply}>${note.words}</p>`}
        ${game ? html`<${Playground} game=${game} lit=${lit} onPlay=${play} onBack=${() => back(1)} onWhy=${why} announce=${announce} />`
          : html`<p class="soft waiting">${broken ? "The board comes when the text has no mistakes." : "Setting up the board …"}</p>`}
        ${narrow && told}
      </div>
      ${!narrow && strip}
      <div class="below">
      ${!narrow && told}
      ${panel("moves", () => game && html`<${Moves} game=${game} chosen=${chosen} behind=${chosen?.ply === undefined ? behind : past} line=${line} snippet=${snippet}
        onChoose=${choose} onPlay=${play} onGo=${go} onBack=${back} />`)}
      ${panel("rules", () => html`<${English} ...${rules || {}} line=${line} onGo=${go} onPoint=${glance} />`)}
      ${panel("playing", () => html`<${Played} report=${report?.words ? report : null} problem=${report?.problem} busy=${playing} stale=${report && report.version !== editor.current?.version()} line=${line} onPlay=${cover} onGo=${go} />`)}
      </div>
    </section>
    ${asking === "another" && html`<${Another} canOwn=${canOwn} onText=${begin} onClose=${() => setAsking(null)} />`}
    ${asking === "together" && html`<${Together} game=${game} text=${editor.current.text()} name=${file.name} onClose=${() => setAsking(null)} />`}
    ${asking === "keys" && html`<${EditorKeys} onClose=${() => setAsking(null)} />`}
    ${asking === "overwrite" && html`<${Overwrite} name=${file.name} onSave=${() => save(true)} onClose=${() => setAsking(null)} />`}
  </main>`;
}

const Overwrite = ({ name, onSave, onClose }) => html`<${Confirm} title=${`${name} was changed on the disk`} yes="Save this text anyway"
  text="Somebody has changed the file since it was read here. Saving puts the text of this editor in its place." onYes=${onSave} onClose=${onClose} />`;
