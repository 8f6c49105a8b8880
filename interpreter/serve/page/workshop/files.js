// Where a text comes from and goes to: templates, shipped games, one's own file, a draft that the browser keeps.

import { get, post } from "../api.js";
import * as disk from "./disk.js";
import { drafts, tab } from "./drafts.js";
import { isShared, originOf, sharedIn } from "./sharing.js";

const OWN = "the file that the server was started with";

export const templates = [
  { name: "placing", words: "Placing: four in a row on a small board" },
  { name: "racing", words: "Racing: runners to the other side" },
  { name: "taking", words: "Taking: kings and rooks" },
];

const stored = (storage, key, value) => {
  try {
    if (value === undefined) return storage.getItem(key);
    storage.setItem(key, value);
  } catch {
    // a browser that keeps nothing
  }
  return null;
};

// Behind the # is a text that somebody shares, or the key of the author's file, which stays with this tab.
const behind = location.hash.slice(1), shared = isShared(behind) ? behind : null;
const fresh = behind.length > 0 && !shared;
if (shared) history.replaceState(null, "", location.pathname + location.search);
if (fresh) {
  stored(sessionStorage, "own file", behind);
  history.replaceState(null, "", location.pathname + location.search);
}
export const ownKey = () => stored(sessionStorage, "own file");

// What the address asks for.
const asked = () => new URLSearchParams(location.search).get("game") || (exhibit() && `gallery ${exhibit()}`);
const exhibit = () => new URLSearchParams(location.search).get("gallery");
export const keepTab = (id) => tab.keep(asked() || "", id);

export async function template(name) {
  const answer = await fetch(`/page/workshop/templates/${name}.lud`);
  return { name: "my-game.lud", text: await answer.text() };
}
const titled = (text, name) => /\(game\s+"([^"]{1,60})"/.exec(text)?.[1] ?? name.replace(/\.lud$/, "");
export const shipped = async (name) => {
  const found = await get(`/api/games/${encodeURIComponent(name)}/text`);
  return { ...found, from: `game ${name}`, origin: { title: titled(found.text, found.name), at: `/?game=${encodeURIComponent(name)}` } };
};
// What a visitor has made, and what that was made from.
export const exhibited = async (id) => {
  const { name, text, shown } = await get(`/api/gallery/${encodeURIComponent(id)}`);
  return { name, text, origin: { title: shown.by ? `${shown.title} by ${shown.by}` : shown.title, at: `/workshop?gallery=${id}` }, before: originOf(shown.origin) };
};
export const own = async (key) => ({ ...(await post("/api/workshop/file", { key })), key, from: OWN });
export const save = (file, text, anyway) =>
  file.handle ? disk.write(file, text, anyway) : post("/api/workshop/save", { key: file.key, was: file.was, text, anyway });

// What the page begins with: what this tab was at, if it was here before; a game that is asked for; the author's own
// file, with what was written and not saved; what was written last; a template.
export async function first() {
  if (shared) {
    const { name, text, origin } = await sharedIn(shared).catch(() => {
      throw new Error("The link does not hold a text: perhaps a part of it is missing.");
    });
    return { name: named(name), text, origin };
  }
  const game = asked(), key = ownKey(), mine = fresh ? null : tab.read(game || "");
  if (mine) return again(mine, key);
  if (exhibit()) return exhibited(exhibit());
  if (game) return shipped(game);
  const kept = drafts();
  if (fresh && key) {
    const file = await own(key);
    const unsaved = kept.find((each) => each.from === OWN && each.name === file.name && each.unsaved && each.text !== file.text);
    return unsaved ? again(unsaved, key) : file;
  }
  return kept.length ? again(kept[0], key) : template("placing");
}

// A text that the browser has kept, with the file that it belongs to.
export async function again(kept, key) {
  const handle = kept.picked && disk.canWrite ? await disk.keptHandle(kept.id) : null;
  return { ...kept, key: kept.from === OWN ? key : null, handle };
}

// What a file may be called: what is not, is taken out of its name.
export const named = (name) => `${name.replace(/\.lud$/, "").replace(/[^\p{L}\p{N}_ .-]/gu, "").slice(0, 60) || "my-game"}.lud`;

export async function picked(chosen) {
  if (chosen.size > 1_000_000) throw new Error("This file is too long to be a game.");
  return { name: named(chosen.name), text: disk.plain(await chosen.text()) };
}

export function download(name, text) {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}
