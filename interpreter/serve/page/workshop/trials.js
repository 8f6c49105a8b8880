// Playing the rules by themselves: a check, and a study that shows its numbers as they come.

import { html, useRef, useState } from "../vendor/ui.js";
import { Place } from "./panels.js";

const STUDY = 60, SLICE = 1; // seconds

// `text()` is what is played, told by `ask`; `cover` puts what was found beside its lines.
export function useTrials({ ask, about, track, cover, version, announce }) {
  const [report, setReport] = useState(null);
  const [study, setStudy] = useState(null);
  const [busy, setBusy] = useState("");
  const running = useRef(0);
  const followed = useRef({});

  // What is played is the text as it is now; what is said of its places follows the text.
  const begin = (what) => {
    followed.current[what]?.drop();
    followed.current[what] = track();
    setBusy(what);
    return { run: ++running.current, asked: about(), version: version() };
  };
  const here = (what, places) => places.filter((at) => at.from !== undefined).map((at) => ({ ...at, ...followed.current[what].range(at) }));

  const check = async (seconds) => {
    const { run, asked, version } = begin("check");
    const { ok, error, lost } = await ask("coverage", { ...asked, seconds });
    if (run !== running.current) return;
    setBusy("");
    if (ok) {
      cover(here("check", ok.places));
      announce(`Played: ${ok.diagnostics.length} ${ok.diagnostics.length === 1 ? "finding" : "findings"}.`);
    }
    setReport((before) => (ok ? { ...ok, version } : problem(before, error, lost)));
  };

  const learn = async () => {
    const { run, asked, version } = begin("study");
    const seed = Math.floor(Math.random() * 2 ** 32), began = performance.now();
    const past = () => Math.min(STUDY, (performance.now() - began) / 1000);
    setStudy({ version, past: 0 });
    for (;;) {
      const { ok, error, lost } = await ask("study", { ...asked, seconds: SLICE, seed });
      if (run !== running.current) return;
      const over = !ok || ok.done || past() >= STUDY;
      if (ok && ok.places.length) cover(here("study", ok.places));
      setStudy((before) => (ok ? { ...ok, version, past: past(), over } : { ...problem(before, error, lost), over }));
      if (!over) continue;
      setBusy("");
      announce(ok ? `Studied in ${ok.games} games.` : "The study has ended.");
      return;
    }
  };
  const stop = () => {
    running.current++;
    setBusy("");
    setStudy((before) => before && { ...before, over: true });
  };
  const forget = () => {
    stop();
    setReport(null);
    setStudy(null);
  };
  // where a place that the check told is now
  const range = (at) => (at?.from === undefined ? at : { ...at, ...(followed.current.check?.range(at) || at) });
  return { report, study, busy, check, learn, stop, forget, range };
}

const problem = (before, error, lost) => ({ ...before, problem: error?.message || (lost ? "The connection was lost." : "") });

const signs = html`<p class="soft">Each line has a sign: ✓ its places came about, ◐ in part, ✗ one never did; a number is the share of games in which the rarest of them did.</p>`;

export function Trials({ trials, now, kept, line, onGo }) {
  const { report, study, busy, check, learn, stop, range } = trials;
  const go = ([at]) => onGo([range(at)], true);
  const where = (at) => line(range(at), true);
  return html`<div class="played">
    <div class="buttons">
      <button type="button" class="strong" disabled=${busy || kept} onClick=${() => check(2)}>${busy === "check" ? "Playing …" : "Check by playing"}</button>
      <button type="button" disabled=${busy || kept} onClick=${() => check(20)}>For 20 seconds</button>
      ${busy === "study" ? html`<button type="button" onClick=${stop}>Stop</button>`
        : html`<button type="button" disabled=${busy || kept} onClick=${learn}>Study for a minute</button>`}</div>
    ${kept && html`<p class="soft">Rules are played when the text has no mistakes.</p>`}
    ${!report && !study && html`<p class="soft">Games are played at random and by searching players; then it is told what your rules never did. A study tells in numbers what kind of game it is.</p>`}
    ${study && html`<${Study} study=${study} now=${now} />`}
    ${report && html`<${Report} report=${report} now=${now} where=${where} go=${go} />`}
  </div>`;
}

const stale = html`<p class="soft" role="status">The text has changed since this was played.</p>`;

function Study({ study, now }) {
  const { games, ruleGames, rows, notes, past, over, version, command } = study;
  return html`<section class="study" aria-label="Study" data-over=${!!over} data-games=${games || 0}>
    <h2>Study</h2>
    ${!over && html`<progress max=${STUDY} value=${past} aria-label="Time of the study"></progress>`}
    ${study.problem && html`<p class="problem" role="alert">${study.problem}</p>`}
    ${version !== now && stale}
    ${!rows ? !over && html`<p class="soft">The rules are being compiled …</p>` : html`
      <p>${games.toLocaleString("en")} random games${ruleGames ? `, ${ruleGames} to see which rules are used` : ""}${over ? "" : " so far"}.</p>
      <div class="wide" tabindex="0" role="group" aria-label="What was measured"><table><thead><tr><th scope="col"></th><th scope="col">value</th><th scope="col">95 % interval</th><th scope="col">games</th></tr></thead>
        <tbody>${rows.map((row) => html`<tr key=${row.title} title=${`${row.definition}; played by: ${row.agent}`}><th scope="row">${row.title}</th><td>${row.value}</td><td>${row.bounds}</td><td>${row.games}</td></tr>`)}</tbody></table></div>
      ${notes.map((note) => html`<p class="soft" key=${note}>${note}</p>`)}
      <p class="soft">This is the game as random players play it, not as good ones would. An interval holds the truth with 95 % when the time is over; whoever stops when they like the number cannot rely on it.</p>
      ${ruleGames > 0 && signs}
      ${over && command && html`<p class="soft">The same games again: <code>${command}</code></p>`}`}
  </section>`;
}

function Report({ report, now, where, go }) {
  const idle = (report.places || []).filter((place) => place.state !== "used" && place.from !== undefined);
  return html`<section class="report" aria-label="Check by playing">
    ${report.problem && html`<p class="problem" role="alert">${report.problem}</p>`}
    ${report.words && html`
      ${report.version !== now && stale}
      <dl>${report.words.map(([key, text]) => html`<div key=${key}><dt>${key}</dt><dd>${text}</dd></div>`)}</dl>
      <h2>${report.diagnostics.length ? "What looks wrong" : "Nothing looks wrong"}</h2>
      <ul>${report.diagnostics.map((each, n) => html`<li key=${n}><${Place} at=${report.marks.find((mark) => mark.n === n)} line=${where}
        text=${`${each.code} ${each.message}`} onGo=${go} /></li>`)}</ul>
      <h2>${idle.length ? "Never used" : "All of it was used"}</h2>
      <ul>${idle.slice(0, 40).map((place, n) => html`<li key=${n}>
        <${Place} at=${place} line=${where} text=${place.text} onGo=${go} /></li>`)}</ul>
      ${signs}`}
  </section>`;
}
