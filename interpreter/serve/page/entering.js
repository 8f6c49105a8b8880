// Coming in by a link.

import { post } from "./api.js";

// A link's secret is in the fragment, which no server is told by itself.
export async function enter() {
  if (location.pathname === "/" && location.search === "?carry" && location.hash.length > 1) return fetched(location.hash.slice(1));
  const room = /^\/([ra])\/([^/?#]+)/.exec(location.pathname);
  const secret = location.hash.slice(1);
  if (!room || !secret) return;
  history.replaceState(null, "", location.pathname);
  try {
    await post(`/api/${room[1] === "r" ? "rooms" : "analyses"}/${room[2]}/enter`, { secret });
  } catch (error) {
    refused = error.message;
  }
}
// All the games of a code from another machine.
async function fetched(code) {
  history.replaceState(null, "", "/");
  try {
    const { fetchGames } = await import("./carrying.js");
    await fetchGames(code);
  } catch (error) {
    refused = error.message;
  }
}
let refused = "";
export const refusal = () => refused;
