// The invitation to a game that waits for somebody: a link to send, as a picture for a phone, and who has come.

import { html, useEffect, useRef, useState } from "./vendor/ui.js";
import { post } from "./api.js";
import { Copy } from "./copying.js";
import { NameField } from "./people.js";

// A link as a QR code, drawn by the server, to which the link belongs.
export function QrPicture({ url }) {
  const [code, setCode] = useState(null);
  useEffect(() => {
    post("/api/qr", { text: url }).then(setCode, () => {}); // the link itself is there
  }, [url]);
  if (!code) return null;
  return html`<svg class="qr" role="img" aria-label="The link as a QR code" viewBox=${`0 0 ${code.size} ${code.size}`}>
    <rect width=${code.size} height=${code.size} fill="#fff" /><path d=${code.path} fill="#000" /></svg>`;
}

function One({ player, url, here }) {
  const field = useRef(), id = `invite-${player}`;
  const send = () => navigator.share({ title: "Play with me", url }).catch(() => {});
  return html`<section class="invitation" aria-label=${`The invitation to ${player}`}>
    <div><label for=${id}>To play ${player}</label>
      <${Copy} of=${field} beside=${html`<input id=${id} ref=${field} readonly value=${url} onFocus=${(event) => event.target.select()} />`}>Copy</${Copy}>
      ${navigator.share && html`<button type="button" onClick=${send}>Send …</button>`}
      <p class="soft" role="status">${here ? `${player} is here.` : html`<span class="thinking" aria-hidden="true"></span> Waiting for ${player} to open it …`}</p></div>
    <${QrPicture} url=${url} />
  </section>`;
}

// `links` are those to seats that wait; the board follows by itself when all have come.
export function Inviting({ title, game, path, links, onBoard }) {
  const heading = useRef();
  const [problem, setProblem] = useState("");
  const offer = (event) => post(`${path}/offer`, { open: event.target.checked }).then(() => setProblem(""), (error) => setProblem(error.message));
  useEffect(() => heading.current.focus(), []);
  const named = (player) => game.seats[player - 1];
  return html`<main class="lone inviting">
    <h1 tabindex="-1" ref=${heading}>${game.offered ? "Waiting for somebody to join" : html`Invite ${links.length > 1 ? "friends" : "a friend"}`}${game.offered ? ":" : " to"} ${title}</h1>
    <p class="about">Send ${links.length > 1 ? "each link to one of them" : "this link"}, or let them scan it with a phone. Each is good for one browser. The game begins when ${links.length > 1 ? "they have" : "it has"} been opened.</p>
    ${links.map(({ player, url }) => html`<${One} key=${player} player=${named(player).name} url=${new URL(url, location.href).href} here=${named(player).here} />`)}
    <label class="tick"><input type="checkbox" checked=${game.offered} onChange=${offer} /> Anybody may join: this game stands on the first page as long as you are here and nobody has</label>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    <${NameField} id="invite-name" />
    <div class="row"><button type="button" class="large" onClick=${onBoard}>To the board</button></div>
  </main>`;
}
