// What cannot be done; and by which rule not, where that is asked.

import { html, useEffect, useState } from "./vendor/ui.js";
import { post } from "./api.js";

// `problem` has a text, and the `move` that it is about, if the rules can be asked about it at `path`.
export function Problem({ problem, path, onClose }) {
  const [reasons, setReasons] = useState(null);
  useEffect(() => setReasons(null), [problem]);
  const ask = () => post(`${path}/why`, { move: problem.move }).then(
    (found) => setReasons(found.reasons.length ? found.reasons : [{ words: found.words }]),
    (error) => setReasons([{ words: error.message }]),
  );
  const place = (reason) => reason.place && `line ${reason.place.start.line} of ${reason.place.file.split("/").pop()}`;
  return html`<div class="problem" role="alert">
    <div><p>${problem.text}</p>
      ${reasons && html`<ul>${reasons.map((reason, index) => html`<li key=${index}>${reason.words}${place(reason) && html` <small>${place(reason)}${reason.label && `: ${reason.label}`}</small>`}</li>`)}</ul>`}</div>
    ${problem.move && !reasons && html`<button type="button" onClick=${ask}>Why not?</button>`}
    <button type="button" class="plain" aria-label="Close" onClick=${onClose}>✕</button></div>`;
}
