// From which side the board is seen: who plays sees their own below, and each room remembers what one chose.

import { html, useEffect, useMemo, useRef, useState } from "./vendor/ui.js";
import { get } from "./api.js";
import { sitter } from "./seats.js";

const name = (key) => `turn ${key}`;
const kept = (key) => {
  try {
    const found = localStorage.getItem(name(key));
    return found === null ? null : Number(found);
  } catch {
    return null;
  }
};
export const keepTurn = (key, turn) => {
  try {
    localStorage.setItem(name(key), turn);
  } catch {
    // it holds until the page is closed
  }
};

// By how many degrees the board of a room is turned: as one chose there, else as this side is below.
export function useTurn(key, side) {
  const [chosen, choose] = useState(() => kept(key));
  return [chosen ?? side, (turn) => (keepTurn(key, turn), choose(turn))];
}

// The board turned so: as it was told, or as the server draws it then. Until that is there it is the one that was
// shown before, null at first.
export function useTurned(path, board, turn) {
  const [drawn, setDrawn] = useState(null);
  const last = useRef(""), before = useRef(null);
  const wanted = board && turn ? `${board.id} ${turn}` : "";
  useEffect(() => {
    last.current = wanted;
    if (!wanted) return setDrawn(null);
    get(`${path}/board/${turn}`).then(
      (found) => last.current === wanted && setDrawn(found),
      () => last.current === wanted && setDrawn(board), // better from that side than not at all
    );
    return undefined;
  }, [wanted, path]);
  before.current = (wanted ? drawn : board) || before.current;
  return before.current;
}

// By how much a board is turned besides: one that is wide, if it can be turned so, where a screen that stands would make its
// sites small.
const SMALL = 34; // pixels across a site
const standing = matchMedia("(max-width: 600px) and (orientation: portrait)");
export function useFitting(board) {
  const [stands, setStands] = useState(standing.matches);
  useEffect(() => {
    const change = () => setStands(standing.matches);
    standing.addEventListener("change", change);
    return () => standing.removeEventListener("change", change);
  }, []);
  const lies = useMemo(() => board?.turns.length === 4 && isSmall(board), [board?.id, stands]);
  return stands && lies ? 90 : 0;
}

const span = (numbers) => Math.max(...numbers) - Math.min(...numbers);
// (it is told as it is drawn when it is not turned)
function isSmall({ sites }) {
  const wide = span(sites.map(({ x }) => x)), high = span(sites.map(({ y }) => y)), across = 2 * Math.min(...sites.map(({ room }) => room));
  return wide > high && (across * (innerWidth - 16)) / (wide + across) < SMALL;
}

// The side of a player, at the seat that is that player's in the present game.
export const sideOf = (board, shown, player) => board.sides[shown.seating[player - 1] - 1];

// Who sits below when the board is turned so, in words.
function below(board, shown, turn) {
  const many = new Set(board.sides).size > 1;
  const names = many ? board.seats.map((_, index) => sitter(board, shown, index + 1)).filter((_, index) => board.sides[index] === turn) : [];
  return names.length ? `${names.join(" and ")} below.` : turn ? `The board is turned by ${turn} degrees.` : "The board as it is drawn.";
}

export const nextTurn = (board, turn) => board.turns[(board.turns.indexOf(turn) + 1) % board.turns.length];

export function TurnButton({ board, shown, turn, onTurn, announce }) {
  const go = () => {
    const next = nextTurn(board, turn);
    onTurn(next);
    announce(below(board, shown, next));
  };
  return html`<button type="button" class="plain turn-board" aria-label="Turn the board" title=${`Turn the board. ${below(board, shown, turn)}`} onClick=${go}>⟳</button>`;
}
