// From the legal moves to what a click means: where one may begin, where one may go, what looks alike.

// What can be chosen where pieces are put and moved freely, without moves: those at `sites` can be dragged.
export const free = (sites) => ({ ...choicesOf([], new Set()), byOrigin: new Map(sites.map((site) => [site, []])) });

// `hands` are the sites beside the board.
export function choicesOf(moves, hands) {
  const byOrigin = new Map(), direct = new Map(), toTarget = new Map(), loose = [];
  const add = (map, site, move) => map.set(site, [...(map.get(site) || []), move]);
  for (const move of moves || []) {
    const { from, to } = move;
    if (from === null && to === null) loose.push(move);
    else if (from === null || to === null || from === to) add(direct, to ?? from, move);
    else {
      add(byOrigin, from, move);
      if (hands.has(from)) add(toTarget, to, move);
    }
  }
  return {
    byOrigin, direct, toTarget, loose,
    // where somebody who comes captures, and where something is taken off the board by choosing it
    taken: new Set((moves || []).filter(({ takes, kind }) => takes && kind !== "remove").map(({ to }) => to)),
    lifted: new Set((moves || []).filter(({ kind }) => kind === "remove").map(({ from, to }) => to ?? from)),
  };
}

// Can something begin with this site?
export const begins = (choices, site) =>
  choices.byOrigin.has(site) || choices.direct.has(site) || choices.toTarget.has(site);

// Where one may go from a chosen site.
export function targetsOf(choices, selected) {
  return new Set((choices.byOrigin.get(selected) || []).map((move) => move.to));
}

// What a click on a site means while `selected` (a site or null) is chosen: moves to choose from (one is
// played), a site to select, or nothing.
export function meant(choices, selected, site) {
  if (selected !== null && site !== selected) {
    const moves = (choices.byOrigin.get(selected) || []).filter((move) => move.to === site);
    if (moves.length) return { moves };
  }
  const direct = choices.direct.get(site) || [];
  if (choices.byOrigin.has(site)) {
    if (site === selected) return direct.length ? { moves: direct } : { select: null };
    return { select: site };
  }
  if (direct.length) return { moves: direct };
  const placed = choices.toTarget.get(site) || [];
  if (placed.length) return { moves: placed };
  return { select: null };
}

// Legal moves whose text begins so: whole words of a turn are separated by blanks or dashes.
export function completions(moves, typed) {
  const bare = (text) => text.toLowerCase().replace(/[\s\-x]/g, "");
  const wanted = bare(typed);
  const fits = (text) => text && bare(text).startsWith(wanted);
  return (moves || []).filter((move) => fits(move.text) || fits(move.short)).slice(0, 12);
}
