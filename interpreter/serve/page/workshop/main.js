// What is loaded when the workshop is wanted: the editor, and what it looks like.

const look = document.createElement("link");
look.rel = "stylesheet";
look.href = new URL("shop.css", import.meta.url).href;
const dressed = new Promise((done) => (look.onload = look.onerror = done));
document.head.append(look);
export const { Shop } = await import("./shop.js");
await dressed;
