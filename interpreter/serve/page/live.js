// What the server tells of a room or an analysis as long as its page is open: all of it at first, then the news; whether
// it can be reached; what is asked of it, and what of that cannot be done; and a position of it.

import { useCallback, useEffect, useRef, useState } from "./vendor/ui.js";
import { crowded, get, news } from "./api.js";
import { learn } from "./drawn.js";

// Why there is no connection, in words.
const LOST = "The connection is lost. Trying to get it back …";
export const saying = (reason) => (reason ? `${reason[0].toUpperCase()}${reason.slice(1)}. Trying again …` : LOST);

// `joined(before, message)` is what is known after a message; `before` is null at first.
export function useLive(path, joined, refused, announce) {
  const [told, setTold] = useState(null);
  const [lost, setLost] = useState("");
  const [failed, setFailed] = useState({ words: "", gone: false });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(null);
  // What comes late is older than what is known; but a new connection begins with all that there is.
  const take = useCallback((message, anew = false) => {
    setTold((before) => (before && !anew && message.version < before.version ? before : joined(before, message)));
  }, [path]);
  // What some work comes to, null where it cannot be done; `said` makes a problem of an error.
  const attempt = useCallback(async (work, said = (error) => ({ text: error.message })) => {
    setProblem(null);
    setBusy(true);
    try {
      return await work();
    } catch (error) {
      const found = said(error);
      setProblem(found);
      announce(found.text);
      return null;
    } finally {
      setBusy(false);
    }
  }, []);
  const refresh = useCallback(async () => take(await get(path)), [path]);
  useEffect(() => {
    let close = () => {}, left = false, timer;
    const gone = (error) => [403, 404].includes(error.status);
    const fail = (words, gone = false) => (close(), setFailed({ words, gone }));
    const told = (message, anew) => (message.error ? fail(message.error.message) : take(message, anew));
    const connected = (there, why, good) => {
      if (good) return fail(`${why[0].toUpperCase()}${why.slice(1)}.`, true);
      setLost(there ? "" : saying(why));
      if (there || why) return undefined;
      // a link that was revoked is no lost connection, nor is a server that takes no more
      return get(path).catch((error) => {
        if (left) return;
        if (gone(error)) fail(error.message, true);
        else if (crowded(error.status)) setLost(saying(error.message));
      });
    };
    const open = () => get(path).then((found) => {
      if (left) return;
      setLost("");
      told(found, true);
      close = news(`${path}/news`, told, connected);
    }, (error) => {
      if (left) return;
      if (error.status && !crowded(error.status)) return fail(refused || error.message, gone(error));
      setLost(error.status ? saying(error.message) : "The server cannot be reached; trying again.");
      timer = setTimeout(open, error.status ? 5000 : 1000);
    });
    open();
    return () => ((left = true), clearTimeout(timer), close());
  }, [path]);
  // `failed` says why there is nothing to be had, `gone` whether there will be nothing again
  return { told, take, refresh, lost, failed: failed.words, gone: failed.gone, busy, setBusy, problem, setProblem, attempt };
}

// The position at an address, as `found(position, number)` makes it of what the server tells; null where none is asked for.
// Of several that are asked for the last one counts; `failed(error, again)` may have it asked for again a little later.
export function usePosition(address, found, failed) {
  const [position, setPosition] = useState(null);
  const asked = useRef(0);
  useEffect(() => {
    const mine = ++asked.current;
    if (address === null) return setPosition(null);
    let timer;
    const ask = () => get(address).then((told) => {
      if (mine !== asked.current) return;
      learn(told.looks);
      setPosition(found(told, mine));
    }, (error) => {
      if (mine === asked.current) failed(error, () => (timer = setTimeout(ask, 1000)));
    });
    ask();
    return () => clearTimeout(timer);
  }, [address]);
  return position;
}
