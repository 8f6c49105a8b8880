// The text that is open: where it comes from, where it is saved, and that nothing of it is lost.

import { useEffect, useState } from "../vendor/ui.js";
import { canWrite, keepHandle, pickNew } from "./disk.js";
import { keepDraft, newDraft, whenTaken } from "./drafts.js";
import * as files from "./files.js";

// `now` is what the workshop knows at any time, `take` takes a game in, `fresh` forgets what was known of another text.
export function useKeeping({ now, link, editor, insist, take, fresh, announce, onProblem, onChanged }) {
  const [file, setFile] = useState(null);
  const [saved, setSaved] = useState("");
  const [edited, setEdited] = useState(false); // since it was saved
  const know = (next) => setFile((now.current.file = next));

  const begin = (next) => {
    const id = next.id || newDraft();
    know({ ...next, id, game: undefined });
    files.keepTab(id);
    now.current.game?.tracker.drop();
    Object.assign(now.current, { game: null, chosen: next.game?.options || {}, kept: null, edited: !!next.unsaved });
    fresh();
    setSaved(next.unsaved ? "Here again; not saved yet" : next.id ? "Here again" : "");
    setEdited(!!next.unsaved);
    link.current.restore = null;
    editor.current.load(next.game?.text ?? next.text);
    document.title = `${next.name} · Workshop`;
    now.current.resuming = next.game && resume(next);
    if (next.handle) keepHandle(id, next.handle);
  };
  // the game goes on as it stood, by the rules that it stood by; then the text is as it was left
  const resume = async ({ name, text, game: { text: good, options, seed, moves } }) => {
    const tracker = editor.current.tracker();
    editor.current.become(text);
    const mine = now.current.file?.id;
    const { ok, error } = await insist("open", { text: good, name, options, seed, moves }, { wanted: () => mine === now.current.file?.id });
    if (mine !== now.current.file?.id) return tracker.drop();
    if (ok) take(ok, tracker);
    else tracker.drop();
    if (error) onProblem(`The game could not be set up as it stood: ${error.message}`);
    now.current.resuming = null;
    return undefined;
  };
  // in the browser, so that nothing is lost whatever happens to the page or the server
  const keep = () => {
    const { file: mine, edited } = now.current;
    if (!mine || !editor.current) return;
    const { text, options, seed, moves } = link.current.restore || {};
    const kept = { name: mine.name, text: editor.current.text(), from: mine.from, origin: mine.origin, before: mine.before, was: mine.was, picked: !!mine.handle, unsaved: edited,
      game: text === undefined ? undefined : { text, options, seed, moves } };
    const same = JSON.stringify(kept);
    if (same === now.current.kept) return;
    now.current.kept = same;
    if (!keepDraft(mine.id, kept)) setSaved("this browser keeps nothing: save it");
  };
  const change = () => {
    setSaved("");
    setEdited((now.current.edited = true));
  };

  const save = async (anyway = false) => {
    const text = editor.current.text();
    let mine = now.current.file;
    try {
      if (!mine.key && !mine.handle) {
        if (!canWrite) return download();
        const picked = await pickNew(mine.name);
        if (!picked) return undefined;
        mine = now.current.file = { ...mine, ...picked };
        keepHandle(mine.id, mine.handle);
        anyway = true; // the browser has asked whether it may be replaced
      }
      const { was } = await files.save(mine, text, anyway);
      know({ ...mine, was });
      setEdited((now.current.edited = editor.current.text() !== text));
      setSaved("Saved");
      document.title = `${mine.name} · Workshop`;
      keep();
      announce(`${mine.name} is saved.`);
    } catch (error) {
      if (error.status === 409) onChanged();
      else onProblem(error.message);
    }
    return undefined;
  };
  const download = () => {
    files.download(now.current.file.name, editor.current.text());
    setSaved("Downloaded");
  };

  // once there are an editor and a link
  useEffect(() => {
    files.first().then(begin, async (error) => {
      begin(await files.template("placing"));
      onProblem(error.message);
    });
    const left = () => document.visibilityState === "hidden" && keep();
    document.addEventListener("visibilitychange", left);
    addEventListener("pagehide", keep);
    // another tab writes where this one does: each has its own from now on
    const taken = whenTaken(() => now.current.file?.id, (id) => {
      know({ ...now.current.file, id });
      now.current.kept = null;
      files.keepTab(id);
      keep();
    });
    return () => {
      document.removeEventListener("visibilitychange", left);
      removeEventListener("pagehide", keep);
      taken();
      keep();
    };
  }, []);
  const onDisk = file?.key || file?.handle;
  const where = saved || (!onDisk ? "kept in this browser alone" : edited ? "not saved" : "");
  return { file, where, onDisk, canSave: onDisk || canWrite, begin, keep, change, save, download };
}
