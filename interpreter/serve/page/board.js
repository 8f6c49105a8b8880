// The board: the ground as it was drawn, pieces where they stand, and a grid of sites for pointer and keys.

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "./vendor/ui.js";
import { begins, targetsOf } from "./choosing.js";
import { colourOf, groundOf } from "./drawn.js";
import { useSigns } from "./settings.js";

const LEAST = 24; // pixels across a target
const MOST = 3.4; // pixels for a unit of the drawing, where a site is about 40 across
const FAR = 6; // pixels after which a press is a drag

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function Layer({ nodes, name }) {
  const ref = useRef();
  useLayoutEffect(() => ref.current.replaceChildren(...nodes), [nodes]);
  return html`<g ref=${ref} class=${name} aria-hidden="true"></g>`;
}

const path = (outline) => `M${outline.map((place) => place.join(" ")).join("L")}Z`;

// Cells, edges, points: those that are smaller lie above the larger ones.
const rankOf = ({ outline }) => (outline.length > 2 ? 0 : outline.length === 2 ? 1 : 2);

// How much each site has for itself: where a board is played on in more than one way, half of the way to what is next to it.
function roomsOf(sites) {
  const mixed = new Set(sites.map(rankOf)).size > 1;
  const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) / 2;
  return new Map(sites.map((site) => [site.site, mixed ? sites.reduce((least, other) => (rankOf(other) === rankOf(site) ? least : Math.min(least, far(site, other))), site.room) : site.room]));
}

// What can be pressed: a cell as it is, round points and edges as much as they have for themselves.
function shapeOf(site, room) {
  if (site.outline.length > 2) return path(site.outline);
  const r = Math.max(room * 0.98, 1);
  return `M${site.x - r} ${site.y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

// Rows from the top, each from the left: the order in which a board is read, cells before what lies between them.
function rowsOf(sites) {
  const rows = [];
  for (const site of [...sites].sort((a, b) => rankOf(a) - rankOf(b) || a.y - b.y || a.x - b.x)) {
    const last = rows[rows.length - 1];
    if (last && rankOf(last[0]) === rankOf(site) && Math.abs(last[0].y - site.y) < 2) last.push(site);
    else rows.push([site]);
  }
  return rows.map((row) => row.sort((a, b) => a.x - b.x));
}

// What is to be heard of a site.
export function said(site, words, { choices, targets, marks, selected }) {
  const parts = [site.called ? `${site.called} (${site.name})` : site.name, site.colour, words || "empty"];
  if (selected === site.site) parts.push("chosen");
  if (selected === null ? choices.taken.has(site.site) : targets.has(site.site) && choices.taken.has(site.site))
    parts.push("can be captured");
  else if (targets.has(site.site)) parts.push("can be moved to");
  else if (choices.lifted.has(site.site))
    parts.push(selected === site.site ? "choose it again to take it off" : choices.byOrigin.has(site.site) ? "can be moved or taken off" : "can be taken off");
  else if (choices.byOrigin.has(site.site)) parts.push("can be moved");
  else if (choices.direct.has(site.site) || (selected === null && choices.toTarget.has(site.site)))
    parts.push("can be chosen");
  if (marks.targets.includes(site.site)) parts.push("last move came here");
  if (marks.origins.includes(site.site)) parts.push("last move left here");
  if (marks.captured.includes(site.site)) parts.push("captured here");
  return parts.filter(Boolean).join(", ");
}

const arrows = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left" };

export function Board({ board, snapshot, choices, selected, onSite, onDrop, onDropOff, onEscape, onTurn, hint, label, zoom, lit, denied, beside }) {
  const ground = useMemo(() => groundOf(board.svg), [board.svg]);
  const rows = useMemo(() => rowsOf(board.sites.filter((site) => site.outline)), [board.sites]);
  const order = useMemo(() => rows.flat(), [rows]);
  const rooms = useMemo(() => roomsOf(order), [order]);
  // where no letters are seen on coloured cells their pieces have all of the room
  const signs = useSigns();
  const bySite = useMemo(() => new Map(board.sites.map((site) => [site.site,
    signs || !site.colour || site.outline?.length < 3 ? site : { ...site, size: Math.max(site.size, site.room * 0.78), down: 0 }])), [board.sites, signs]);
  const [focus, setFocus] = useState(null);
  const [drag, setDrag] = useState(null);
  const press = useRef(null);
  const svg = useRef(), frame = useRef();
  const targets = useMemo(() => targetsOf(choices, drag ? drag.site : selected), [choices, selected, drag]);
  const words = useMemo(() => new Map(snapshot.pieces.map(([site, , text]) => [site, text])), [snapshot.pieces]);
  const marks = snapshot.marks;
  const [, , wide, high] = ground.box; // left, top, width, height
  const current = bySite.has(focus) ? focus : order[0]?.site;

  // A board that is turned has its sites in other rows, which are made anew: the focus stays on its site.
  const active = document.activeElement, held = svg.current?.contains(active) ? active.dataset.site : null;
  useLayoutEffect(() => {
    if (held && !svg.current.contains(document.activeElement)) cellOf(svg.current, held)?.focus({ preventScroll: true });
  }, [rows]);
  const [whole, setWhole] = useState(false);
  const [least, cropped] = useLeast(frame, rooms, wide, zoom);
  useEffect(() => {
    if (zoom > 1 && selected !== null) cellOf(svg.current, selected)?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [zoom]);
  useSlide(svg, snapshot, bySite);
  // A finger on a piece that can be dragged does not scroll. (`touch-action` would say so, but browsers do not
  // look at that of shapes inside an SVG.)
  useEffect(() => {
    const held = (event) => press.current && event.touches.length === 1 && event.cancelable && event.preventDefault();
    const drawing = svg.current;
    drawing.addEventListener("touchmove", held, { passive: false });
    return () => drawing.removeEventListener("touchmove", held);
  }, []);

  // A press beside all sites means the nearest one, as long as that is near.
  const siteAt = (event, last = event) => {
    const hit = document.elementFromPoint(last.clientX, last.clientY)?.closest("[data-site]");
    if (hit) return Number(hit.dataset.site);
    const matrix = svg.current.getScreenCTM();
    if (!matrix) return null;
    const at = new DOMPoint(last.clientX, last.clientY).matrixTransform(matrix.inverse());
    const far = (site) => Math.hypot(site.x - at.x, site.y - at.y);
    const near = order.reduce((best, site) => (best && far(best) <= far(site) ? best : site), null);
    return near && far(near) <= Math.max(near.room * 1.4, LEAST / 2 / matrix.a) ? near.site : null;
  };
  const down = (event) => {
    if (!event.isPrimary) {
      // two fingers make the page larger: they drag nothing
      press.current = null;
      setDrag(null);
    }
    if (event.button !== 0 || !event.isPrimary) return;
    const site = siteAt(event);
    press.current = choices.byOrigin.has(site) ? { site, x: event.clientX, y: event.clientY, id: event.pointerId } : null;
  };
  const move = (event) => {
    const from = press.current;
    if (!from || from.id !== event.pointerId) return;
    if (!drag && Math.hypot(event.clientX - from.x, event.clientY - from.y) < FAR) return;
    if (!drag) svg.current.setPointerCapture(event.pointerId);
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.current.getScreenCTM().inverse());
    setDrag({ site: from.site, x: at.x, y: at.y, over: siteAt(event) });
  };
  const up = (event) => {
    const from = press.current;
    press.current = null;
    if (!drag || !from) return;
    setDrag(null);
    const ignore = (click) => click.stopPropagation();
    svg.current.addEventListener("click", ignore, { capture: true, once: true });
    setTimeout(() => svg.current?.removeEventListener("click", ignore, { capture: true }), 50);
    const site = siteAt(event);
    if (site === null) onDropOff?.(from.site);
    else if (site !== from.site) onDrop(from.site, site);
  };
  const click = (event) => {
    const hit = event.target.closest?.("[data-site]");
    const site = hit ? Number(hit.dataset.site) : event.detail ? siteAt(event) : null;
    if (site === null) return onEscape();
    setFocus(site);
    onSite(site);
  };
  const go = (site) => {
    if (site === undefined || !bySite.has(site)) return;
    setFocus(site);
    cellOf(svg.current, site)?.focus();
  };
  const key = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const here = bySite.get(Number(event.target.closest("[data-site]")?.dataset.site)) || bySite.get(current);
    const open = order.filter(({ site }) => targets.has(site) || (selected === null && begins(choices, site)));
    if (event.key in arrows) go(here.neighbours[arrows[event.key]]);
    else if (event.key === "Home") go(order[0].site);
    else if (event.key === "End") go(order[order.length - 1].site);
    else if (event.key === "n" || event.key === "N") {
      const step = event.key === "n" ? 1 : -1;
      const all = open.includes(here) ? open : [...open, here];
      const sorted = order.filter((site) => all.includes(site));
      const index = sorted.indexOf(here);
      go(sorted[(index + step + sorted.length) % sorted.length]?.site);
    } else if (event.key === "Enter" || event.key === " ") onSite(here.site);
    else if (event.key === "Escape") onEscape();
    else if (event.key === "f" && onTurn) onTurn();
    else return;
    event.preventDefault();
  };

  const classes = ({ site }) => {
    const named = ["hit"];
    if (begins(choices, site)) named.push("begins");
    if (choices.byOrigin.has(site)) named.push("origin");
    if (targets.has(site)) named.push("target");
    if (site === selected) named.push("selected");
    if (drag && drag.over === site && targets.has(site)) named.push("over");
    return named.join(" ");
  };
  const context = { choices, targets, marks, selected };
  return html`<div class=${beside ? "frame valued" : "frame"} ref=${frame}>
    ${beside}<svg ref=${svg} class=${`ludwright board${drag ? " dragging" : ""}${signs ? " signs" : ""}`} viewBox=${ground.box.join(" ")} role="grid" aria-label=${label}
      font-family="system-ui, sans-serif"
      style=${{ "--turned": `${board.turn}deg`, "--ratio": wide / high, "--zoom": zoom, "--least": `${whole ? 0 : least}px`, "--most": `${wide * MOST}px` }}
      onClick=${click} onKeyDown=${key} onPointerDown=${down} onPointerMove=${move} onPointerUp=${up}
      onPointerCancel=${() => ((press.current = null), setDrag(null))}>
      <${Layer} nodes=${ground.under} name="under" />
      ${lit && html`<g class="lit-sites" aria-hidden="true">${[...lit].map((site) => bySite.get(site)).filter((at) => at?.outline)
        .map((at) => html`<${Ring} key=${at.site} at=${at} share=${0.9} name="lit" />`)}</g>`}
      ${bySite.get(denied)?.outline && html`<g class="marks" aria-hidden="true"><${Ring} at=${bySite.get(denied)} share=${0.93} name="denied" /></g>`}
      <${Marks} marks=${marks} bySite=${bySite} selected=${drag ? drag.site : selected} />
      <g class="pieces" aria-hidden="true">
        ${snapshot.pieces.filter(([site]) => bySite.get(site)?.outline).map(([site, look]) => {
          const at = bySite.get(site);
          return html`<${Piece} key=${`${site}`} at=${at} looks=${looksAt(snapshot, at, look)} lifted=${drag?.site === site} />`;
        })}
      </g>
      <${Layer} nodes=${ground.over} name="over" />
      <${Ways} marks=${marks} bySite=${bySite} hint=${hint} />
      <${Dots} within=${snapshot.turn?.length > 0} targets=${targets} choices=${choices} selected=${selected} bySite=${bySite} words=${words} />
      ${drag && html`<use class="ghost" aria-hidden="true" href=${`#look-${lookAt(snapshot, bySite.get(drag.site))}`}
        transform=${`translate(${drag.x} ${drag.y}) scale(${bySite.get(drag.site).size * 1.12})`} />`}
      ${rows.map((row) => html`<g role="row" key=${row[0].site}>
        ${row.map((site) => html`<path key=${site.site} role="gridcell" class=${classes(site)} d=${shapeOf(site, rooms.get(site.site))}
          data-site=${site.site} data-name=${site.name} tabindex=${site.site === current ? 0 : -1}
          aria-label=${said(site, words.get(site.site), context)}
          aria-selected=${site.site === selected ? "true" : null} />`)}
      </g>`)}
    </svg>
  </div>
  ${cropped && html`<p class="cropped soft">${whole ? "All of the board is shown, smaller than fingers like it. " : "The board goes on beyond the edge: slide it. "}<button type="button" class="linked" onClick=${() => setWhole(!whole)}>${whole ? "Make it larger" : "Show all of it"}</button></p>`}`;
}

const cellOf = (svg, site) => svg?.querySelector(`[role=gridcell][data-site="${site}"]`);
// What is seen on a site, the lowest first: a stack that lies along its site is seen piece by piece.
const looksAt = (snapshot, at, look) => (at.way && snapshot.stacks[at.site]?.map(([, each]) => each)) || [look];
const lookAt = (snapshot, at) => looksAt(snapshot, at, snapshot.pieces.find(([each]) => each === at.site)?.[1]).pop();

// Where the piece of a level stands, of so many.
function placeOf(at, level, many) {
  if (!at.way || many < 2) return [at.x, at.y + at.down];
  const share = level * Math.min((2 * at.size) / Math.hypot(...at.way), 1 / (many - 1));
  return [at.x + at.way[0] * share, at.y + at.down + at.way[1] * share];
}

// What is drawn of an edge: its points stay free.
function stretch({ outline: [[ax, ay], [bx, by]] }, share = 0.1) {
  const dx = (bx - ax) * share, dy = (by - ay) * share;
  return { x1: ax + dx, y1: ay + dy, x2: bx - dx, y2: by - dy };
}

function Piece({ at, looks, lifted }) {
  const last = looks.length - 1, look = looks[last];
  const line = at.outline.length === 2 && html`<line class="held-rim" ...${stretch(at)} />
    <line class="held" ...${stretch(at)} stroke=${colourOf(look)} />`;
  return html`<g class="piece" data-piece=${at.site} data-many=${looks.length}>${looks.map((each, level) => {
    const [x, y] = placeOf(at, level, looks.length);
    return html`<g key=${level} class=${level < last ? "" : lifted ? "moves lifted" : "moves"}>
      ${line}<use href=${`#look-${each}`} transform=${`translate(${x} ${y}) scale(${at.size})`} /></g>`;
  })}</g>`;
}

// A line round a site, a dark one on a light one: on whatever colour it lies one of the two stands out.
function Ring({ at, share, name }) {
  if (at.outline.length > 2) {
    const inside = path(at.outline.map(([x, y]) => [at.x + (x - at.x) * share, at.y + (y - at.y) * share]));
    return html`<path class="halo" d=${inside} /><path class=${name} d=${inside} />`;
  }
  if (at.outline.length === 2) return html`<line class=${`${name} along`} ...${stretch(at)} />`;
  const round = { cx: at.x, cy: at.y, r: at.room * share * 0.9 };
  return html`<circle class="halo" ...${round} /><circle class=${name} ...${round} />`;
}

function Marks({ marks, bySite, selected }) {
  const on = (sites) => sites.map((site) => bySite.get(site)).filter((at) => at?.outline);
  const chosen = bySite.get(selected);
  return html`<g class="marks" aria-hidden="true">
    ${on(marks.origins).map((at) => html`<${Ring} at=${at} share=${0.93} name="from" />`)}
    ${on(marks.targets).map((at) => html`<${Ring} at=${at} share=${0.93} name="to" />`)}
    ${chosen?.outline && html`<${Ring} at=${chosen} share=${0.93} name="chosen" />`}
  </g>`;
}

// The way of the last move, what it took, and a hint.
function Ways({ marks, bySite, hint }) {
  const at = (site) => (bySite.get(site)?.outline ? bySite.get(site) : null);
  const line = ([from, to], name) => {
    const a = at(from), b = at(to);
    if (!a || !b || a === b) return null;
    const long = Math.hypot(b.x - a.x, b.y - a.y), room = Math.min(b.room, a.room);
    const cut = (far) => [a.x + ((b.x - a.x) * far) / long, a.y + ((b.y - a.y) * far) / long];
    const [x, y] = cut(long - Math.min(room * 0.8, long / 3)), [fx, fy] = cut(Math.min(room * 0.3, long / 4));
    const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    return html`<g class=${name}><path class="way" d=${`M${fx} ${fy}L${x} ${y}`} />
      <path class="head" d="M3 0L-5 4.4L-5 -4.4Z" transform=${`translate(${x} ${y}) rotate(${turn})`} /></g>`;
  };
  const cross = (site) => {
    const a = at(site);
    if (!a) return null;
    const r = a.room * 0.34;
    return html`<path class="captured" d=${`M${a.x - r} ${a.y - r}L${a.x + r} ${a.y + r}M${a.x - r} ${a.y + r}L${a.x + r} ${a.y - r}`} />`;
  };
  const shown = hint && at(hint.to ?? hint.from);
  return html`<g class="ways" aria-hidden="true">
    ${marks.steps.map((step) => line(step, "step"))}${marks.captured.map(cross)}
    ${shown && html`<${Ring} at=${shown} share=${0.85} name="hinted" />`}
    ${hint && hint.from !== null && hint.to !== null && line([hint.from, hint.to], "hint")}
  </g>`;
}

// Where one may go: a dot on what is empty, a ring round what is taken.
function Dots({ within, targets, choices, selected, bySite, words }) {
  const open = selected === null && !targets.size ? [...choices.direct.keys(), ...choices.toTarget.keys()] : null;
  // where all that is empty can be chosen there is nothing to point out, unless a turn has begun
  const empty = [...bySite.values()].filter(({ site, outline }) => outline && !words.has(site)).length;
  if (!within && open && open.length > 12 && open.length > 0.8 * empty) return null;
  // what was chosen may be chosen once more: to be taken off the board
  const again = selected !== null && choices.direct.has(selected) ? [selected] : [];
  const shown = open || [...targets, ...again];
  return html`<g class="dots" aria-hidden="true">
    ${[...new Set(shown)].map((site) => {
      const at = bySite.get(site);
      if (!at?.outline) return null;
      return words.has(site)
        ? html`<g key=${site}><circle class="halo" cx=${at.x} cy=${at.y} r=${at.room * 0.86} />
            <circle class=${targets.has(site) ? "ring" : "ring open"} cx=${at.x} cy=${at.y} r=${at.room * 0.86} /></g>`
        : html`<circle key=${site} class=${targets.has(site) ? "dot" : "dot open"} cx=${at.x} cy=${at.y} r=${at.room * 0.2} />`;
    })}
  </g>`;
}

// How wide the board has to be so that every site can be pressed, never more than two and a half frames; and whether
// that is more than is seen.
function useLeast(frame, rooms, wide, zoom) {
  const [least, setLeast] = useState(0);
  const [cropped, setCropped] = useState(false);
  useLayoutEffect(() => {
    const room = Math.min(...rooms.values());
    const wanted = (LEAST / (2 * room * 0.98)) * wide;
    const measure = () => {
      const seen = frame.current.clientWidth;
      setLeast(Math.round(Math.min(wanted, 2.5 * seen)));
      setCropped(zoom <= 1 && Math.min(wanted, 2.5 * seen) > seen + 1);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [rooms, wide, zoom]);
  return [least, cropped];
}

// Pieces slide to where they went.
function useSlide(svg, snapshot, bySite) {
  const before = useRef(snapshot.version);
  useLayoutEffect(() => {
    const fresh = snapshot.version === before.current + 1;
    before.current = snapshot.version;
    if (!fresh || still()) return;
    const [from, to] = snapshot.marks.steps[snapshot.marks.steps.length - 1] || [];
    const a = bySite.get(from), b = bySite.get(to);
    const piece = svg.current.querySelector(`[data-piece="${to}"]`);
    if (!a?.outline || !b?.outline || !piece) return;
    const many = Number(piece.dataset.many), left = Number(svg.current.querySelector(`[data-piece="${from}"]`)?.dataset.many || 0);
    const [ax, ay] = placeOf(a, left, left + 1), [bx, by] = placeOf(b, many - 1, many);
    piece.querySelector(".moves").animate(
      [{ transform: `translate(${ax - bx}px, ${ay - by}px)` }, { transform: "none" }],
      { duration: 180, easing: "ease-out" },
    );
  }, [snapshot.version]);
}
