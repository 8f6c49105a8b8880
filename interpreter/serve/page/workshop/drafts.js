// What the browser keeps of texts that are written: each under a key of its own, so that no tab writes over another's.

const KEY = "workshop:", MOST = 12;

const keys = () => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(KEY));
  } catch {
    return [];
  }
};

export const newDraft = () => [...crypto.getRandomValues(new Uint8Array(8))].map((each) => each.toString(16).padStart(2, "0")).join("");

export function draft(id) {
  try {
    const found = JSON.parse(localStorage.getItem(KEY + id) || "null");
    return typeof found?.text === "string" && typeof found.name === "string" ? { when: 0, ...found, id } : null;
  } catch {
    return null;
  }
}

// All that are kept, the newest first.
export const drafts = () => keys().map((key) => draft(key.slice(KEY.length))).filter(Boolean).sort((a, b) => b.when - a.when);

// Keeps one; whether that could be done. The oldest make place.
export function keepDraft(id, kept) {
  const text = JSON.stringify({ ...kept, when: Date.now() });
  const old = drafts().filter((each) => each.id !== id);
  for (const each of old.splice(MOST - 1)) localStorage.removeItem(KEY + each.id);
  for (;;) {
    try {
      localStorage.setItem(KEY + id, text);
      return true;
    } catch {
      if (!old.length) return false;
      localStorage.removeItem(KEY + old.pop().id);
    }
  }
}

// The one that this tab was at when the page that was asked for (`want`) was last here: after it was loaded again.
export const tab = {
  read(want) {
    try {
      const kept = JSON.parse(sessionStorage.getItem("workshop") || "null");
      return kept?.want === want ? draft(kept.id) : null;
    } catch {
      return null;
    }
  },
  keep(want, id) {
    try {
      sessionStorage.setItem("workshop", JSON.stringify({ want, id }));
    } catch {
      // it holds until the page is closed
    }
  },
};

// Calls `taken` with a new name when another tab keeps something under this one's; what is returned ends that.
export function whenTaken(mine, taken) {
  const heard = (event) => event.newValue !== null && event.key === KEY + mine() && taken(newDraft());
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}
