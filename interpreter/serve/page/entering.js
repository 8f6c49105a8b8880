// Coming in by a link.

import { post } from "./api.js";

// A link's secret is in the fragment, which no server is told by itself.
export async function enter() {
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
let refused = "";
export const refusal = () => refused;
