// A position that is being set up, as a value: what lies on which site, from the lowest; who is to move; the rest
// as it was described. No drawing, no network.

const PIECES = ["pieces", "stacks", "counts", "mover"];
const NUMBERS = ["states", "values", "rotations"];

// From a description (docs/scenarios.md) as JSON.
export function laid(position) {
  const on = new Map();
  const lay = (site, piece) => on.set(site, [...(on.get(site) || []), piece]);
  for (const [piece, sites] of Object.entries(position.pieces || {})) for (const site of sites) lay(site, piece);
  for (const [site, pieces] of Object.entries(position.stacks || {})) for (const piece of pieces) lay(site, piece);
  const rest = Object.fromEntries(Object.entries(position).filter(([key]) => !PIECES.includes(key)));
  return { on, counts: new Map(Object.entries(position.counts || {})), mover: position.mover || 1, rest };
}

export function description({ on, counts, mover, rest }) {
  const pieces = {}, stacks = {};
  for (const [site, levels] of on) {
    if (new Set(levels).size > 1) stacks[site] = levels;
    else for (const piece of levels) (pieces[piece] ||= []).push(site);
  }
  return { pieces, ...(Object.keys(stacks).length && { stacks }), ...(counts.size && { counts: Object.fromEntries(counts) }), mover, ...rest };
}

// What was said of a site besides its pieces does not hold any more when these change.
function without(placed, site) {
  const rest = { ...placed.rest }, counts = new Map(placed.counts);
  for (const key of NUMBERS) if (rest[key]) rest[key] = Object.fromEntries(Object.entries(rest[key]).filter(([at]) => at !== site));
  counts.delete(site);
  return { ...placed, rest, counts, on: new Map(placed.on) };
}

export function put(placed, site, piece, many, stacked) {
  const next = without(placed, site);
  const below = stacked ? placed.on.get(site) || [] : [];
  next.on.set(site, stacked ? [...below, ...Array(many).fill(piece)] : [piece]);
  if (!stacked && many > 1) next.counts.set(site, many);
  return next;
}

// The top one of a stack, or what there is.
export function taken(placed, site) {
  const levels = placed.on.get(site) || [], next = without(placed, site);
  if (levels.length > 1) next.on.set(site, levels.slice(0, -1));
  else next.on.delete(site);
  return next;
}

export function moved(placed, from, to) {
  const levels = placed.on.get(from) || [], count = placed.counts.get(from);
  const next = without(without(placed, from), to);
  next.on.delete(from);
  next.on.set(to, levels);
  if (count) next.counts.set(to, count);
  return next;
}

export const cleared = (placed) => ({ ...placed, on: new Map(), counts: new Map(), rest: placed.rest.colours ? { colours: placed.rest.colours } : {} });
