// Who sits where, decided by the host while the game goes on; each seat with the link that leads to it.

import { html, useEffect, useState } from "./vendor/ui.js";
import { get, post } from "./api.js";
import { Dialog } from "./dialog.js";
import { OneLink, useLinks } from "./links.js";
import { people } from "./seats.js";

export function Seating({ path, name, game, announce, onClose }) {
  const links = useLinks(path, name);
  const [machines, setMachines] = useState([]);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    links.attempt(get(`${path}/about`).then((found) => setMachines(found.machines)));
  }, [path]);
  const seat = async (player, by, words) => {
    setBusy(true);
    const one = { kind: "play", player };
    const told = await links.attempt(post(`${path}/seats`, { player, by }));
    if (told) {
      links.forget(one);
      if (told.url) links.know({ ...one, url: told.url });
      announce(`${game.board.players[player - 1]}: ${words}.`);
    }
    setBusy(false);
  };
  return html`<${Dialog} title="Who sits where" onClose=${onClose}>
    <div class="seating">
    <p>Whoever sat on a seat leaves it at once; the game goes on where it is.</p>
    ${game.seats.map(({ player, name: who, by }) => {
      const offered = [...people, ...machines];
      const all = offered.some((each) => each.by === by) ? offered : [...offered, { by, words: `Computer (${by})` }];
      const id = `sits-${player}`, words = Object.fromEntries(all.map((each) => [each.by, each.words]));
      return html`<section key=${player} class="sits" aria-label=${who}>
        <div class="field"><label for=${id}>${who}</label>
          <select id=${id} value=${by} disabled=${busy || !!game.over} onChange=${(event) => seat(player, event.target.value, words[event.target.value])}>
            ${all.map((each) => html`<option key=${each.by} value=${each.by} selected=${each.by === by}>${each.words}</option>`)}</select></div>
        ${["link", "program"].includes(by) && html`<${OneLink} links=${links} one=${{ kind: "play", player }} label=${`To play ${who}`} />`}
        ${by === "program" && html`<p class="soft">Run <code>gdl join LINK python3 my-player.py</code> with this link.</p>`}
      </section>`;
    })}
    ${links.problem && html`<p class="problem" role="alert">${links.problem}</p>`}
    </div>
    <div class="row end"><button type="button" onClick=${onClose}>Close</button></div>
  </${Dialog}>`;
}
