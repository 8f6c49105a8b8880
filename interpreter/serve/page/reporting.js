// A word to who looks after the server: about a game, with what was said there last, or about what somebody shows.

import { html, useState } from "./vendor/ui.js";
import { post } from "./api.js";
import { Dialog } from "./dialog.js";

const REPORTED = 500; // letters, as the server takes them

// `people` are those of a room, of whom one may be named.
export function Report({ path, people, title = "Report something", announce, onClose }) {
  const [person, setPerson] = useState("");
  const [words, setWords] = useState("");
  const [problem, setProblem] = useState("");
  const send = (event) => {
    event.preventDefault();
    post(`${path}/report`, { words, ...(person && { person }) }).then(
      () => (announce("Reported. Whoever looks after this server reads it."), onClose()), (error) => setProblem(error.message));
  };
  return html`<${Dialog} title=${title} onClose=${onClose}>
    <form class="reporting" onSubmit=${send}>
      <p>Whoever looks after this server is shown what you write${people && ", and what was said here last. Nobody in the room is told"}.</p>
      ${people && html`<div class="field"><label for="reported">About</label><select id="reported" value=${person} onChange=${(event) => setPerson(event.target.value)}>
        <option value="">The game as a whole</option>${people.map((each) => html`<option key=${each.person} value=${each.person}>${each.name}</option>`)}</select></div>`}
      <label for="report-words">What happened</label>
      <textarea id="report-words" rows="4" maxlength=${REPORTED} required value=${words} onInput=${(event) => setWords(event.target.value)}></textarea>
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      <div class="row end"><button type="button" onClick=${onClose}>Cancel</button><button class="strong">Report</button></div>
    </form></${Dialog}>`;
}
