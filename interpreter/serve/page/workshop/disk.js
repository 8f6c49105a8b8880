// A file on one's own disk, where the browser lets a page write to one that was picked (File System Access).

const types = [{ description: "Rules of a game", accept: { "text/plain": [".lud"] } }];
const MOST = 1_000_000;

export const canWrite = "showOpenFilePicker" in window && "showSaveFilePicker" in window;

// What a text in an editor is of the one in a file, and back: ends of lines and a mark at the beginning stay as they were.
export const plain = (raw) => raw.replace(/\r\n?/g, "\n").replace(/^\ufeff/, "");
const asBefore = (raw, text) => (raw.startsWith("\ufeff") ? "\ufeff" : "") + (raw.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text);

const rawOf = async (handle) => {
  const file = await handle.getFile();
  if (file.size > MOST) throw new Error("This file is too long to be a game.");
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer());
};
const word = async (text) => {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((each) => each.toString(16).padStart(2, "0")).join("");
};

// Whoever closes the window of files wants nothing.
const unlessLeft = (asking) => asking.catch((error) => (error.name === "AbortError" ? null : Promise.reject(error)));

export async function pick() {
  const picked = await unlessLeft(showOpenFilePicker({ types }));
  return picked && opened(picked[0]);
}
export async function opened(handle) {
  const raw = await rawOf(handle);
  return { name: handle.name, text: plain(raw), handle, was: await word(raw) };
}

// A file to save a text in that has none; null where nobody wants one.
export async function pickNew(suggestedName) {
  const handle = await unlessLeft(showSaveFilePicker({ types, suggestedName }));
  return handle && { name: handle.name, handle, was: await word(await rawOf(handle)) };
}

// Saves a text in the file, unless that is no longer what `was` stands for (then an error has the status 409).
export async function write({ handle, was }, text, anyway) {
  const mode = { mode: "readwrite" };
  if ((await handle.queryPermission(mode)) !== "granted" && (await handle.requestPermission(mode)) !== "granted")
    throw new Error("The browser was not allowed to write to the file. Download keeps the text, too.");
  const before = await rawOf(handle);
  if (!anyway && (await word(before)) !== was) throw Object.assign(new Error("The file was changed on the disk."), { status: 409 });
  const after = asBefore(before, text);
  const writing = await handle.createWritable();
  await writing.write(after);
  await writing.close();
  return { was: await word(after) };
}

// --- What was picked stays known when the page is loaded again ---

const store = (mode, work) => new Promise((done) => {
  const asked = indexedDB.open("ludwright", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("files");
  asked.onerror = () => done(null);
  asked.onsuccess = () => {
    const request = work(asked.result.transaction("files", mode).objectStore("files"));
    request.onsuccess = () => (done(request.result ?? null), asked.result.close());
    request.onerror = () => (done(null), asked.result.close());
  };
});
export const keepHandle = (id, handle) => store("readwrite", (files) => files.put(handle, id)).catch(() => null);
export const keptHandle = (id) => store("readonly", (files) => files.get(id)).catch(() => null);
