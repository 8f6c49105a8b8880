// The page: which part of it is shown, the theme, and the voice that tells what happens.

import { html, render, useCallback, useEffect, useRef, useState } from "./vendor/ui.js";
import { Home } from "./home.js";
import { Dialog } from "./dialog.js";
import { enter, refusal } from "./entering.js";
import { NameField } from "./people.js";
import { Settings } from "./settings.js";

// A screen reader says a text when it changes: the same one twice is told in two regions in turn.
let turn = 0;
function announce(text) {
  const regions = document.querySelectorAll(".voice");
  turn = 1 - turn;
  regions[turn].textContent = text;
  regions[1 - turn].textContent = "";
}

const themes = ["", "light", "dark"];
function theme(next) {
  if (next) document.documentElement.dataset.theme = next;
  else delete document.documentElement.dataset.theme;
  try {
    localStorage.setItem("theme", next);
  } catch {
    // it holds until the page is closed
  }
}

const read = (key) => {
  try {
    return localStorage.getItem(key) || "";
  } catch {
    return "";
  }
};

// Parts that are loaded when they are wanted. (The editor's styles need this page's nonce: one comes to it by a
// new page.)
const parts = {
  Room: [() => import("./room.js"), "room"],
  Analysis: [() => import("./analysis/main.js"), "analysis"],
  Shop: [() => import("./workshop/main.js"), "workshop"],
};
function Part({ part, ...given }) {
  const [load, name] = parts[part];
  const [found, setFound] = useState(null);
  useEffect(() => {
    load().then(setFound, () => setFound({}));
  }, []);
  if (!found) return html`<main class="lone" aria-busy="true"><p>Opening the ${name} …</p></main>`;
  if (!found[part]) return html`<main class="lone"><p role="alert">The ${name} could not be loaded.</p></main>`;
  return html`<${found[part]} ...${given} refused=${refusal()} />`;
}

// Past what stands above every page.
function skip(event) {
  event.preventDefault();
  const main = document.querySelector("svg.board [tabindex='0'], main a.card, main h1");
  if (main && main.tabIndex < 0) main.tabIndex = -1;
  main?.focus();
}

function Page() {
  const [place, setPlace] = useState(location.pathname + location.search);
  const [look, setLook] = useState(read("theme"));
  const [setting, setSetting] = useState(false);
  const arrived = useRef(false);
  const go = useCallback((path) => {
    arrived.current = true;
    history.pushState(null, "", path);
    setPlace(path);
    scrollTo(0, 0);
  }, []);
  useEffect(() => {
    const back = () => setPlace(location.pathname + location.search);
    addEventListener("popstate", back);
    return () => removeEventListener("popstate", back);
  }, []);
  useEffect(() => theme(look), [look]);
  const room = /^\/r\/([^/?#]+)/.exec(place);
  const analysed = /^\/a\/([^/?#]+)/.exec(place);
  const wanted = new URLSearchParams(location.search).get("game");
  const atWork = place.startsWith("/workshop");
  const named = { "": "by the system", light: "light", dark: "dark" }[look];
  return html`
    <a class="skip" href="#page" onClick=${skip}>${room || analysed ? "To the board" : "To the content"}</a>
    <header class="top">
      <a class="name" href="/" onClick=${(event) => (event.preventDefault(), go("/"))}>Ludwright</a>
      ${!atWork && html`<a class="away" href="/workshop">Workshop</a>`}
      <button type="button" class="plain" aria-label="Settings" title="Settings" onClick=${() => setSetting(true)}>⚙</button>
      <button type="button" class="plain" aria-label=${`Colours: ${named}`} title=${`Colours: ${named}`}
        onClick=${() => setLook(themes[(themes.indexOf(look) + 1) % 3])}>◐</button>
    </header>
    ${setting && html`<${Dialog} title="Settings" onClose=${() => setSetting(false)}><div class="settings"><${NameField} /></div><${Settings} />
      <div class="row end"><button type="button" onClick=${() => setSetting(false)}>Close</button></div></${Dialog}>`}
    ${analysed
      ? html`<${Part} part="Analysis" key=${`a ${analysed[1]}`} name=${decodeURIComponent(analysed[1])} go=${go} announce=${announce} />`
      : room
      ? html`<${Part} part="Room" key=${`r ${room[1]}`} name=${decodeURIComponent(room[1])} arrived=${arrived.current} go=${go} announce=${announce} />`
      : atWork ? html`<${Part} part="Shop" key="w" announce=${announce} />`
      : html`<${Home} wanted=${wanted} go=${go} announce=${announce} />`}`;
}

// What the page is made of is kept, so that it opens without the network; later, as it is in nobody's way then.
const LATER = 4000;
async function keepParts() {
  try {
    await navigator.serviceWorker.register("/offline.js");
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage([location.href.split("#")[0], ...performance.getEntriesByType("resource").map(({ name }) => name)]);
  } catch {
    // this browser keeps nothing, or not by this connection
  }
}
if (navigator.serviceWorker) setTimeout(keepParts, LATER);

// The secret of a link is exchanged for a cookie before anything is shown, and taken out of the address.
await enter();
// another link to the place where one is: browsers do not load the page for it
addEventListener("hashchange", () => location.hash.length > 1 && /^\/[ra]\//.test(location.pathname) && location.reload());
render(html`<${Page} />`, document.getElementById("page"));
