// The options of the rules as they are typed: what is chosen is played again at once.

import { html } from "../vendor/ui.js";

// `chosen` is what is played, `choices` what there is; `onChoose(name, value)`.
export function Choices({ choices, chosen, onChoose }) {
  if (!choices?.length) return html`<p class="soft">These rules leave nothing to choose: (option …) declares what does.</p>`;
  return html`<div class="choices">
    ${choices.map((option, index) => html`<div class="field" key=${option.name}><label for=${`choice-${index}`}>${option.name}</label>
      ${option.open === null ? html`<${Fixed} id=${`choice-${index}`} option=${option} value=${chosen[option.name]} onChoose=${onChoose} />`
        : html`<${Open} id=${`choice-${index}`} option=${option} value=${chosen[option.name]} onChoose=${onChoose} />`}</div>`)}
  </div>`;
}

const words = (option, value) => option.choices.find(({ name }) => name === value)?.words;

const Fixed = ({ id, option, value, onChoose }) => html`<div><select id=${id} onChange=${(event) => onChoose(option.name, event.target.value)}>
    ${option.choices.map(({ name }) => html`<option key=${name} value=${name} selected=${name === value}>${name}</option>`)}</select>
  ${words(option, value) && html`<p class="soft">${words(option, value)}</p>`}</div>`;

// What may also be written, not only chosen: an arrangement of tiles, a number.
const Open = ({ id, option, value, onChoose }) => html`<div><input id=${id} list=${`${id}-list`} value=${value} aria-describedby=${`${id}-told`} autocomplete="off"
    onChange=${(event) => onChoose(option.name, event.target.value)} onFocus=${(event) => event.target.select()} />
  <datalist id=${`${id}-list`}>${option.choices.map(({ name, words }) => html`<option key=${name} value=${name}>${words}</option>`)}</datalist>
  <p class="soft" id=${`${id}-told`}>${words(option, value) || ""} ${option.choices.map(({ name }) => name).join(", ")}, or: ${option.open}</p></div>`;
