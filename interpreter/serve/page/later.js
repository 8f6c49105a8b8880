import { html, useEffect, useState } from "./vendor/ui.js";

// A part that is loaded when it is wanted.
export function Later({ load, part, ...given }) {
  const [found, setFound] = useState(null);
  useEffect(() => void load().then(setFound, () => {}), []);
  return found && html`<${found[part]} ...${given} />`;
}
