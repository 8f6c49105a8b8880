// A tree of moves as lines: no drawing, no network.

// Each move by its number, and the moves behind each; 0 is the start. `text` is how the players of the game write it.
export function grown(tree) {
  const byNumber = new Map(), behind = new Map();
  for (const [number, parent, move, mover, short] of tree.nodes) {
    const node = { number, parent, move, mover, text: short || move };
    byNumber.set(number, node);
    behind.set(parent, [...(behind.get(parent) || []), node]);
  }
  for (const node of [...byNumber.values()].sort((a, b) => a.number - b.number)) node.ply = (byNumber.get(node.parent)?.ply || 0) + 1;
  return { byNumber, behind };
}

// The moves that lead somewhere.
export function pathTo(grove, number) {
  const found = [];
  for (let node = grove.byNumber.get(number); node; node = grove.byNumber.get(node.parent)) found.push(node);
  return found.reverse();
}

// The same, and how it goes on from there: by what was tried first.
export function wholeLine(grove, number) {
  const found = pathTo(grove, number);
  for (let next = grove.behind.get(number)?.[0]; next; next = grove.behind.get(next.number)?.[0]) found.push(next);
  return found;
}

// Moves as one text, as records and `gdl solve --position` take them.
const plain = /^(?!\d+\.$)(?!\*$)[^\s{}"[\]\\]+$/;
export const textOf = (moves) => moves.map((move) => (plain.test(move) ? move : `"${move.replace(/[\\"]/g, "\\$&")}"`)).join(" ");

// What a position is worth to player 1, where one player's gain is the other's loss; else to who moves.
export const valueOf = (thought, players) => (players.length === 2 && thought.mover === 2 ? -thought.value : thought.value);
export const known = (thought) => typeof thought?.value === "number";

export function words(thought, players) {
  if (!known(thought)) return "";
  const name = players[thought.mover - 1], { value, plies } = thought;
  const within = plies ? ` in ${plies} ${plies === 1 ? "move" : "moves"}` : "";
  if (thought.proved || thought.over) {
    if (players.length === 1) return value > 0 ? `proved: solved${within}` : "proved: not to be solved";
    if (value === 0 && players.length === 2) return "proved: a draw";
    if (Math.abs(value) === 1 && players.length === 2) return thought.over ? `${players[value > 0 ? thought.mover - 1 : 2 - thought.mover]} has won` : `proved: ${players[value > 0 ? thought.mover - 1 : 2 - thought.mover]} wins${within}`;
    return `proved for ${name}: ${value.toFixed(2)}${within}`;
  }
  if (players.length === 2) return `${players[0]} ${percent(valueOf(thought, players))}`;
  return `${name} ${percent(value)}`;
}
export const percent = (value) => `${Math.round((value + 1) * 50)} %`;
