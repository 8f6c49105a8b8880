// What the server tells of a room or an analysis as long as its page is open: all of it at first, then the news;
// and whether the server can be reached. One way to open, to lose and to find again serves both.

import { useCallback, useEffect, useState } from "./vendor/ui.js";
import { crowded, get, news } from "./api.js";

// Why there is no connection, in words.
const LOST = "The connection is lost. Trying to get it back …";
export const saying = (reason) => (reason ? `${reason[0].toUpperCase()}${reason.slice(1)}. Trying again …` : LOST);

// `joined(before, message)` is what is known after a message; `before` is null at first.
export function useLive(path, joined, refused) {
  const [told, setTold] = useState(null);
  const [lost, setLost] = useState("");
  const [failed, setFailed] = useState({ words: "", gone: false });
  // What comes late is older than what is known; but a new connection begins with all that there is.
  const take = useCallback((message, anew = false) => {
    setTold((before) => (before && !anew && message.version < before.version ? before : joined(before, message)));
  }, [path]);
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
  return { told, take, lost, failed: failed.words, gone: failed.gone };
}
