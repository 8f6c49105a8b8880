// What one chooses for oneself: signs on colours, sound, notices. This browser keeps it.

import { html, useEffect, useState } from "./vendor/ui.js";

const keys = { signs: "", sound: "yes", notice: "no", thinks: "yes", name: "", chats: "yes" };
const heard = new Set();
export const setting = (key) => {
  try {
    return localStorage.getItem(key) ?? keys[key];
  } catch {
    return keys[key];
  }
};
const given = {};
export function choose(key, value) {
  given[key] = value;
  try {
    localStorage.setItem(key, value);
  } catch {
    // it holds until the page is closed
  }
  show();
  for (const tell of heard) tell();
}
const chosen = (key) => given[key] ?? setting(key);
const show = () => (document.documentElement.dataset.signs = chosen("signs"));
show();

// A setting as it is now, wherever it is changed.
export function useSetting(key) {
  const [value, setValue] = useState(chosen(key));
  useEffect(() => {
    const tell = () => setValue(chosen(key));
    heard.add(tell);
    return () => heard.delete(tell);
  }, [key]);
  return value;
}

// Do colours bear patterns and letters that are seen at once? Where it is not chosen, for who asks for contrast.
const contrast = matchMedia("(prefers-contrast: more), (forced-colors: active)");
export function useSigns() {
  const signs = useSetting("signs"), [more, setMore] = useState(contrast.matches);
  useEffect(() => {
    const tell = () => setMore(contrast.matches);
    contrast.addEventListener("change", tell);
    return () => contrast.removeEventListener("change", tell);
  }, []);
  return signs ? signs === "yes" : more;
}

// A chime of two notes for a turn, short knocks for moves: made here, nothing is loaded.
let audio = null;
const SOUNDS = {
  move: [[180, 0, 0.06, 0.5]],
  capture: [[140, 0, 0.05, 0.6], [95, 0.06, 0.09, 0.7]],
  dice: [[320, 0, 0.03, 0.3], [260, 0.07, 0.03, 0.3], [360, 0.13, 0.03, 0.3], [240, 0.2, 0.05, 0.3]],
  said: [[660, 0, 0.05, 0.08]],
  turn: [[523, 0, 0.12, 0.15], [659, 0.1, 0.18, 0.15]],
  end: [[392, 0, 0.2, 0.18], [523, 0.16, 0.2, 0.18], [659, 0.32, 0.4, 0.18]],
};
export function sound(name) {
  if (chosen("sound") !== "yes" || !navigator.userActivation?.hasBeenActive) return;
  try {
    audio ??= new AudioContext();
    for (const [tone, start, long, loud] of SOUNDS[name]) {
      const at = audio.currentTime + start, note = audio.createOscillator(), gain = audio.createGain();
      note.type = tone < 400 ? "triangle" : "sine";
      note.frequency.setValueAtTime(tone, at);
      if (tone < 400) note.frequency.exponentialRampToValueAtTime(tone / 2, at + long);
      gain.gain.setValueAtTime(loud, at);
      gain.gain.exponentialRampToValueAtTime(0.001, at + long);
      note.connect(gain).connect(audio.destination);
      note.start(at);
      note.stop(at + long);
    }
  } catch {
    // no sound, nothing is lost
  }
}

// That it is one's turn, while the page is not seen: in its title, and by the system where one asked for that.
export function notice(title, words) {
  if (!document.hidden) return;
  sound("turn");
  if (chosen("notice") === "yes" && globalThis.Notification?.permission === "granted") {
    try {
      new Notification(title, { body: words, icon: "/page/icon.svg", tag: title });
    } catch {
      // some browsers want another way
    }
  }
}

const rows = [
  ["signs", "Patterns and letters on colours", [["", "As the system asks for contrast"], ["yes", "Always"], ["no", "Faint"]]],
  ["sound", "Sound", [["yes", "On"], ["no", "Off"]]],
  ["chats", "What others write to me", [["yes", "Shown"], ["no", "Not shown"]]],
  ["notice", "Tell me by the system when it is my turn", [["no", "No"], ["yes", "Yes"]]],
];

export function Settings() {
  const [, again] = useState(0);
  const change = async (key, value) => {
    if (key === "notice" && value === "yes" && globalThis.Notification) {
      if ((await Notification.requestPermission()) !== "granted") value = "no";
    }
    choose(key, value);
    again((count) => count + 1);
    if (key === "sound" && value === "yes") sound("move");
  };
  return html`<div class="settings">${rows.map(([key, words, choices]) => html`<div class="field" key=${key}><label for=${`setting-${key}`}>${words}</label>
    <select id=${`setting-${key}`} value=${chosen(key)} onChange=${(event) => change(key, event.target.value)}>
      ${choices.map(([value, text]) => html`<option key=${value} value=${value} selected=${chosen(key) === value}>${text}</option>`)}</select></div>`)}</div>`;
}
