// What the server tells of a room or an analysis as long as its page is open: all of it at first, then the news;
// and whether the server can be reached. One way to open, to lose and to find again serves both.

import { useCallback, useEffect, useState } from "./vendor/ui.js";
import { get, news } from "./api.js";

// `joined(before, message)` is what is known after a message; `before` is null at first.
export function useLive(path, joined, refused) {
  const [told, setTold] = useState(null);
  const [lost, setLost] = useState(false);
  const [failed, setFailed] = useState("");
  // What comes late is older than what is known; but a new connection begins with all that there is.
  const take = useCallback((message, anew = false) => {
    setTold((before) => (before && !anew && message.version < before.version ? before : joined(before, message)));
  }, [path]);
  useEffect(() => {
    let close = () => {}, left = false, timer;
    const gone = (error) => [403, 404].includes(error.status);
    const told = (message, anew) => (message.error ? setFailed(message.error.message) : take(message, anew));
    const connected = (there) => {
      setLost(!there);
      // a link that was revoked is no lost connection
      if (!there) get(path).catch((error) => gone(error) && !left && (close(), setFailed(error.message)));
    };
    const open = () => get(path).then((found) => {
      if (left) return;
      setLost(false);
      told(found, true);
      close = news(`${path}/news`, told, connected);
    }, (error) => {
      if (left) return;
      setLost(error.status === 0);
      if (error.status === 0) timer = setTimeout(open, 1000);
      else setFailed(refused || error.message);
    });
    open();
    return () => ((left = true), clearTimeout(timer), close());
  }, [path]);
  return { told, take, lost, failed };
}
