// What stands beside the board: hands, dice, opened stacks.

import { html, useEffect, useRef } from "./vendor/ui.js";
import { begins, targetsOf } from "./choosing.js";
import { Look } from "./look.js";
import { sitter } from "./seats.js";

// What a hand is called: by who holds it now, and by its name where the rules give it one.
export function handTitle(board, shown, { name, player }) {
  if (!player) return name;
  const holder = sitter(board, shown, player);
  return name.startsWith("Hand") ? `${holder}’s hand` : `${holder}: ${name.replace(/\d+$/, "")}`;
}

// What a player holds. Sites of a hand are pressed as those of the board are.
export function Hand({ hand, title, pieces, choices, selected, onSite }) {
  const targets = targetsOf(choices, selected);
  return html`<div class="hand" role="group" aria-label=${title}>
    <span class="label">${title}</span>
    ${hand.sites.map(({ site }) => {
      const piece = pieces.get(site);
      const opens = begins(choices, site), goes = targets.has(site);
      const words = [piece ? piece[2] : "empty", goes && "can be moved to", opens && "can be chosen"];
      return html`<button type="button" key=${site} data-site=${site} disabled=${!opens && !goes}
        class=${`slot${opens ? " begins" : ""}${choices.byOrigin.has(site) ? " origin" : ""}${goes ? " target" : ""}`}
        aria-pressed=${site === selected} aria-label=${`${title}: ${words.filter(Boolean).join(", ")}`}
        onClick=${() => onSite(site)}>${piece ? html`<${Look} name=${piece[1]} />` : html`<span class="hollow"></span>`}</button>`;
    })}
  </div>`;
}

export function Dice({ hand, pieces, shown }) {
  const dice = new Map(shown.map((die) => [die.site, die]));
  const numbers = shown.map((die) => `${die.shows}${die.used ? " (used)" : ""}`);
  return html`<div class="dice" role="img" aria-label=${numbers.length ? `The dice show ${numbers.join(" and ")}` : "No dice are rolled"}>
    ${hand.sites.map(({ site }) => pieces.get(site) && html`<span key=${`${site} ${dice.get(site)?.shows}`} class=${dice.get(site)?.used ? "used" : ""}><${Look} name=${pieces.get(site)[1]} size=${40} /></span>`)}
  </div>`;
}

// The site whose stack is opened when it is pressed; null where none is, or all of it is seen anyway.
export function openedAt({ sites }, stacks, site) {
  const levels = stacks[site];
  if (!levels) return null;
  const lies = sites.find((each) => each.site === site)?.way;
  return lies && new Set(levels.map(([words]) => words)).size === 1 ? null : site;
}

// A stack taken apart, the top one first.
export function Stack({ name, levels, onClose }) {
  const shown = [...levels].reverse(), ref = useRef();
  useEffect(() => ref.current.scrollIntoView({ block: "nearest" }), [name]);
  return html`<section ref=${ref} class="stack" aria-label=${`The stack on ${name}`}>
    <header><b>${`On ${name}, from the top`}</b><button type="button" class="plain" onClick=${onClose} aria-label="Close the stack">✕</button></header>
    <ol>${shown.map(([words, look], index) => html`<li key=${index}><${Look} name=${look} size=${30} /><span>${words}</span></li>`)}</ol>
  </section>`;
}

// What is not on the board any more.
export function Gone({ gone, board, shown }) {
  const text = gone.map(({ count, words }) => `${count} ${words}`).join(", ");
  return html`<section class="gone" aria-label=${`Taken: ${text}`}>
    ${board.seats.map((_, index) => {
      const own = gone.filter(({ owner }) => owner === index + 1), name = sitter(board, shown, index + 1);
      return own.length > 0 && html`<p key=${name} aria-hidden="true"><span class="label">Taken of ${name}</span>
        ${own.map(({ look, count }) => html`<span class="some" key=${look}><${Look} name=${look} size=${24} />${count > 1 && html`<b>${count}</b>`}</span>`)}</p>`;
    })}
  </section>`;
}
