// Pictures of boards that are loaded when they come near to what is seen, and long lists that are made bit by bit.
//
// A picture is a drawing that the browser reads and lays out where it also answers presses: twenty at once would keep the first press waiting.

import { html, useEffect, useRef, useState } from "./vendor/ui.js";

const NEAR = "250px";
const waiting = new Map();
const observer = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) if (isIntersecting) waiting.get(target)?.();
}, { rootMargin: NEAR });

// The picture of a card; it says nothing that does not stand beside it.
export function Picture({ src, size }) {
  const [near, setNear] = useState(false);
  const image = useRef();
  useEffect(() => {
    const element = image.current, leave = () => (waiting.delete(element), observer.unobserve(element));
    waiting.set(element, () => (leave(), setNear(true)));
    observer.observe(element);
    return leave;
  }, []);
  return html`<img ref=${image} src=${near ? src : undefined} alt="" width=${size} height=${size} />`;
}

// When nothing else is to be done; where a browser does not say so, a little later.
const idly = globalThis.requestIdleCallback ? (then) => requestIdleCallback(then, { timeout: 500 }) : (then) => setTimeout(then, 50);

// How many of so many parts are made by now: none, and one more whenever there is time.
export function useBitByBit(count) {
  const [made, setMade] = useState(0);
  useEffect(() => void (made < count && idly(() => setMade(made + 1))), [made, count]);
  return made;
}
