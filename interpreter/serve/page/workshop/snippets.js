// Places to fill in, as language servers write them: `move ${1:Add}`; the first one is selected.

// The text, and where its first place is (the end, where there is none).
export function filled(stops) {
  let text = "", from = null, to = null, at = 0;
  const inside = (end) => {
    let found = "";
    while (at < stops.length && stops[at] !== end) {
      if (stops[at] === "\\" && at + 1 < stops.length) at++;
      found += stops[at++];
    }
    at++;
    return found;
  };
  while (at < stops.length) {
    const stop = /^\$(?:(\d+)|\{(\d+)([:|}]))/.exec(stops.slice(at, at + 12));
    if (stop) {
      at += stop[0].length;
      let shown = "";
      if (stop[3] === ":") shown = inside("}");
      else if (stop[3] === "|") {
        shown = inside("|").split(",")[0];
        at++;
      }
      if (from === null && (stop[1] ?? stop[2]) !== "0") [from, to] = [text.length, text.length + shown.length];
      text += shown;
    } else {
      if (stops[at] === "\\" && at + 1 < stops.length) at++;
      text += stops[at++];
    }
  }
  return { text, from: from ?? text.length, to: to ?? text.length };
}
