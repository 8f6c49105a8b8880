// Between the rules and the board: the rules behind a move, the sites that a rule allows, why a move is none.

import { useCallback, useEffect, useRef, useState } from "../vendor/ui.js";

// `now.current.game` is the game that is shown; `onText` brings the text to the front on a small screen.
export function useTracing({ now, editor, ask, insist, announce, onProblem, onText }) {
  const [behind, setBehind] = useState(null); // the rules behind the moves that can be made
  const [chosen, setChosen] = useState(null); // a move whose rules are looked at
  const [past, setPast] = useState(null); // the rules behind a move that was made
  const [answer, setAnswer] = useState(null);
  const [lit, setLit] = useState(null);
  const mine = useRef({});
  mine.current.behind = behind;

  // --- Places of the rules, which move as one types ------------------------------------------------------

  const here = (at) => (at?.from === undefined ? at : { ...at, ...(now.current.game?.tracker.range(at) || at) });
  const mark = (places, show = true) => editor.current.mark(places.map(here).filter((at) => at?.from !== undefined), show);
  // the line of a place; none where its text is gone
  const line = (at, told = false) => {
    const { from, to } = told ? at : here(at);
    return from < to ? editor.current.line(from) : null;
  };
  const snippet = (at) => {
    const { from, to } = here(at);
    const text = editor.current.text().slice(from, to).replace(/\s+/g, " ");
    return text.length > 70 ? `${text.slice(0, 70)} …` : text;
  };
  // a sentence's place is shown while one is at it, and stays when one goes there
  const glance = (places) => {
    if (!places.length && mine.current.pinned) return;
    mine.current.pinned = false;
    mark(places, false);
  };
  // `told`: the place is that of the text as it is now
  const go = ([at], told = false) => {
    mine.current.pinned = true;
    if (now.current.narrow) onText();
    setTimeout(() => {
      const place = told ? at : here(at);
      editor.current.mark([place]);
      editor.current.go(place);
    });
  };

  // --- From the board to the rules -----------------------------------------------------------------------

  const why = async (move, fallback) => {
    const { ok, error } = await ask("why", { move });
    if (!ok) {
      onProblem(fallback || error?.message || "");
      announce(fallback || error?.message || "");
      return false;
    }
    setAnswer(ok);
    mark(ok.reasons.map((reason) => reason.at).filter(Boolean));
    announce(`${ok.legal ? "Possible" : "Not possible"}: ${ok.words}`);
    return false;
  };
  const close = () => {
    setAnswer(null);
    editor.current.mark([]);
  };

  // a move's rules: of one that can be made they are known, of one that was made they are asked for
  const choose = async (move) => {
    const looked = (mine.current.looked = (mine.current.looked || 0) + 1); // only the newest choice is answered
    if (chosen && chosen.n === move.n && chosen.ply === move.ply) {
      setChosen(null);
      return mark([], false);
    }
    setChosen(move);
    setPast(null);
    let known = mine.current.behind, number = move.n;
    if (move.ply !== undefined) {
      const { ok } = await insist("behind", { ply: move.ply }, { wanted: () => looked === mine.current.looked });
      if (!ok || looked !== mine.current.looked) return undefined;
      setPast(ok);
      setChosen({ ...move, n: ok.played });
      [known, number] = [ok, ok.played];
    }
    mark((known?.rules || []).filter((rule) => rule.moves.includes(number)));
    return undefined;
  };

  // --- From the rules to the board -----------------------------------------------------------------------

  // the sites that the rule at a place of the text allows
  const point = useCallback((at) => {
    mine.current.at = at; // what is known of it may come later
    const { game } = now.current, known = mine.current.behind;
    if (at === null || at === undefined || !known || !game) return setLit(null);
    const all = [...known.rules.map((rule) => ({ ...rule, kind: "rule" })), ...known.regions.map((region) => ({ ...region, kind: "region" }))];
    const around = all.filter((each) => each.from !== undefined).map((each) => ({ ...each, ...game.tracker.range(each) }))
      .filter(({ from, to }) => from <= at && at <= to).sort((a, b) => a.to - a.from - (b.to - b.from));
    const best = around[0];
    if (!best) return setLit(null);
    const moves = best.kind === "rule" ? best.moves.map((number) => game.moves[number]).filter(Boolean) : [];
    const sites = best.kind === "rule" ? moves.map((move) => move.to ?? move.from).filter((site) => site !== null) : best.sites;
    const unique = [...new Set(sites)];
    const count = `${unique.length} ${unique.length === 1 ? "site" : "sites"}`;
    const words = best.kind === "rule" ? `Line ${editor.current.line(best.from)} allows ${moves.length} ${moves.length === 1 ? "move" : "moves"}, to ${count}` : `Line ${editor.current.line(best.from)} is ${count}`;
    return setLit((before) => (before?.words === words ? before : { sites: new Set(unique), words }));
  }, []);
  useEffect(() => point(mine.current.at), [behind]);

  // --- Another position ----------------------------------------------------------------------------------

  const forget = () => {
    mine.current.looked = (mine.current.looked || 0) + 1;
    for (const set of [setBehind, setChosen, setPast, setLit]) set(null);
    editor.current.mark([]);
  };
  const learn = async () => {
    const game = now.current.game;
    const { ok } = await insist("behind", {}, { wanted: () => game === now.current.game });
    if (ok && game === now.current.game) setBehind(ok);
  };

  return { behind, chosen, past, answer, setAnswer, lit, line, snippet, glance, go, why, close, choose, point, forget, learn };
}
