// The least that one can play on: click where a move begins, then where it leads.

const page = document.getElementById("page");
const NS = "http://www.w3.org/2000/svg";
const looks = {};
let board, snapshot, chosen = null;

const key = () => [...crypto.getRandomValues(new Uint8Array(12))].map((each) => each.toString(16)).join("");

async function post(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const found = await answer.json();
  if (!answer.ok) say(found.error.message);
  return answer.ok ? found : null;
}

const make = (name, text) => Object.assign(document.createElement(name), { textContent: text ?? "" });
const status = make("p"), trouble = make("p"), frame = make("div"), links = make("ul");
status.setAttribute("role", "status");
const say = (text) => (trouble.textContent = text);

function draw() {
  const root = new DOMParser().parseFromString(board.svg, "image/svg+xml").documentElement;
  const svg = document.importNode(root, true);
  for (const [site, look] of snapshot.pieces) {
    const at = board.sites.find((each) => each.site === site);
    if (!at) continue;
    const text = `<svg xmlns="${NS}">${looks[look]}</svg>`;
    const piece = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement.firstChild, true);
    const group = document.createElementNS(NS, "g");
    group.setAttribute("transform", `translate(${at.x} ${at.y + at.down}) scale(${at.size})`);
    group.setAttribute("pointer-events", "none");
    group.append(piece);
    svg.append(group);
  }
  for (const move of snapshot.moves) {
    if (move.from !== chosen || move.to === null) continue;
    const at = board.sites.find((each) => each.site === move.to);
    const dot = document.createElementNS(NS, "circle");
    dot.setAttribute("class", "target");
    for (const [name, value] of [["cx", at.x], ["cy", at.y], ["r", at.room * 0.2]]) dot.setAttribute(name, value);
    svg.append(dot);
  }
  svg.querySelector(`[data-site="${chosen}"]`)?.classList.add("chosen");
  svg.addEventListener("click", (event) => {
    const site = event.target.closest("[data-site]");
    if (site) click(Number(site.dataset.site));
  });
  frame.replaceChildren(svg);
  status.textContent = snapshot.over ? snapshot.over.words : `${snapshot.moverName} to move`;
}

function click(site) {
  const fits = snapshot.moves.filter((move) => move.to === site && move.from === chosen);
  if (fits.length) {
    post(`/api/rooms/${snapshot.room}/moves`, { id: key(), version: snapshot.version, move: fits[0].n });
    chosen = null;
  } else {
    chosen = chosen !== site && snapshot.moves.some((move) => move.from === site) ? site : null;
  }
  draw();
}

function enter(room) {
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/rooms/${room}/news`);
  socket.onmessage = (event) => {
    snapshot = JSON.parse(event.data);
    Object.assign(looks, snapshot.looks);
    board = snapshot.board ?? board;
    document.title = board.title;
    draw();
  };
}

const room = location.pathname.match(/^\/r\/(\w+)$/)?.[1];
if (room) {
  const secret = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  page.replaceChildren(status, frame, trouble, links);
  if (!secret || (await post(`/api/rooms/${room}/enter`, { secret }))) enter(room);
} else {
  const wanted = new URLSearchParams(location.search).get("game");
  const { games } = await (await fetch("/api/games")).json();
  const choice = make("select"), seats = make("input"), begin = make("button", "Play");
  choice.append(...games.map((game) => Object.assign(make("option", game.title), { value: game.name })));
  if (wanted) choice.value = wanted;
  seats.value = "person,mcts:1s";
  choice.setAttribute("aria-label", "Game");
  seats.setAttribute("aria-label", "Seats");
  begin.onclick = async () => {
    const made = await post("/api/rooms", { game: choice.value, seats: seats.value.split(",") });
    if (!made) return;
    history.pushState(null, "", `/r/${made.room}`);
    for (const link of made.links) links.append(make("li", `${link.kind} ${link.player ?? ""}: ${location.origin}${link.url}`));
    page.replaceChildren(status, frame, trouble, links);
    enter(made.room);
  };
  page.replaceChildren(choice, seats, begin, trouble);
}
