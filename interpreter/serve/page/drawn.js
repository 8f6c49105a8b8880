// The server's drawings: SVG of our own, read as XML, never as HTML, and without anything that runs.

const NS = "http://www.w3.org/2000/svg";
const known = new Set();

function parsed(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const wrong = root.namespaceURI !== NS || root.querySelector("parsererror, script, foreignObject, a, image");
  return wrong ? null : document.importNode(root, true);
}

// The looks of pieces lie in one hidden drawing, from where every board, hand and list takes them by `use`.
export function learn(looks) {
  const home = document.getElementById("looks");
  for (const [name, text] of Object.entries(looks || {})) {
    if (known.has(name)) continue;
    const root = parsed(`<svg xmlns="${NS}">${text}</svg>`);
    if (!root) continue;
    const group = document.createElementNS(NS, "g");
    group.id = `look-${name}`;
    group.append(...root.childNodes);
    home.append(group);
    known.add(name);
  }
}

// The colour of a look's owner, for what is drawn with it: an edge that is held.
export function colourOf(name) {
  return document.getElementById(`look-${name}`)?.querySelector(".lw-token")?.getAttribute("fill") || "#888";
}

// The two layers of a board, below and above the pieces, with its patterns.
export function groundOf(text) {
  const root = parsed(text);
  if (!root) return null;
  const take = (selector) => [...root.querySelectorAll(selector)];
  return {
    box: root.getAttribute("viewBox").split(/\s+/).map(Number),
    under: [...take(":scope > defs"), ...take(":scope > .lw-under")],
    over: take(":scope > .lw-over"),
  };
}
