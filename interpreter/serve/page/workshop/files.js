// Where a text comes from and goes to: templates, shipped games, one's own file, a draft that the browser keeps.

import { get, post } from "../api.js";

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

// The key of the author's file is behind the #; it stays with this tab.
export function ownKey() {
  if (location.hash.length > 1) {
    stored(sessionStorage, "own file", location.hash.slice(1));
    history.replaceState(null, "", location.pathname + location.search);
  }
  return stored(sessionStorage, "own file");
}

export const draft = {
  read: () => {
    try {
      const found = JSON.parse(stored(localStorage, "workshop") || "null");
      return typeof found?.text === "string" && typeof found.name === "string" ? found : null;
    } catch {
      return null;
    }
  },
  keep: (name, text) => stored(localStorage, "workshop", JSON.stringify({ name, text })),
};

export async function template(name) {
  const answer = await fetch(`/page/workshop/templates/${name}.lud`);
  return { name: "my-game.lud", text: await answer.text() };
}
export const shipped = (name) => get(`/api/games/${encodeURIComponent(name)}/text`);
export const own = async (key) => ({ ...(await post("/api/workshop/file", { key })), key });
export const save = (file, text, anyway) => post("/api/workshop/save", { key: file.key, was: file.was, text, anyway });

// What a file may be called: what is not, is taken out of its name.
export const named = (name) => `${name.replace(/\.lud$/, "").replace(/[^\p{L}\p{N}_ .-]/gu, "").slice(0, 60) || "my-game"}.lud`;

export async function picked(chosen) {
  if (chosen.size > 1_000_000) throw new Error("This file is too long to be a game.");
  return { name: named(chosen.name), text: (await chosen.text()).replace(/\r\n?/g, "\n").replace(/^\ufeff/, "") };
}

export function download(name, text) {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}
