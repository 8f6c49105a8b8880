// The editor: CodeMirror with what is known of the text, as one object that the workshop speaks to.

import {
  Decoration, EditorState, EditorView, GutterMarker, HighlightStyle, RangeSet, StateEffect, StateField,
  StreamLanguage, autocompletion, bracketMatching, closeBrackets, closeBracketsKeymap, completionKeymap, defaultKeymap,
  gutter, highlightActiveLine, highlightActiveLineGutter, highlightSelectionMatches, highlightSpecialChars, history,
  historyKeymap, hoverTooltip, indentService, keymap, lineNumbers, lintKeymap, searchKeymap, setDiagnostics,
  syntaxHighlighting, tags,
} from "../vendor/editor.js";
import { told } from "./markdown.js";
import { filled } from "./snippets.js";

// --- Colours: at once by the letters alone, then by what the words mean ---

const letters = StreamLanguage.define({
  name: "lud",
  token(stream) {
    if (stream.match(/\/\/.*/)) return "comment";
    if (stream.match(/"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/[(){}<>]/)) return "bracket";
    if (stream.match(/-?\d+(?:\.\d+)?(?![\w])/)) return "number";
    if (stream.match(/[^\s(){}<>"]+/)) return "variableName";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "//" }, closeBrackets: { brackets: ["(", "{", '"'] } },
});
const plain = HighlightStyle.define([
  { tag: tags.comment, class: "lud-comment" },
  { tag: tags.string, class: "lud-text" },
  { tag: tags.number, class: "lud-number" },
  { tag: tags.bracket, class: "lud-bracket" },
]);

// A field of decorations that one effect replaces, moved along with the text meanwhile.
function layer() {
  const replace = StateEffect.define();
  const field = StateField.define({
    create: () => Decoration.none,
    update(shown, change) {
      for (const effect of change.effects) if (effect.is(replace)) return effect.value;
      return change.docChanged ? shown.map(change.changes) : shown;
    },
    provide: (own) => EditorView.decorations.from(own),
  });
  return { replace, field };
}

const words = layer(), marked = layer();

// --- Coverage beside the lines ---

const signs = { used: "✓", partly: "◐", never: "✗" };
class Sign extends GutterMarker {
  constructor(state, text, share) {
    super();
    this.state = state;
    this.text = text;
    this.share = share;
  }
  eq(other) {
    return other.state === this.state && other.text === this.text && other.share === this.share;
  }
  toDOM() {
    const element = document.createElement("span");
    element.className = `sign ${this.state}`;
    element.textContent = `${this.share === null ? "" : `${this.share} % `}${signs[this.state]}`;
    element.title = this.text;
    return element;
  }
}
const setSigns = StateEffect.define();
const coverage = StateField.define({
  create: () => RangeSet.empty,
  update(shown, change) {
    for (const effect of change.effects) if (effect.is(setSigns)) return effect.value;
    return change.docChanged ? shown.map(change.changes) : shown;
  },
});

// A line is as its worst place is; what holds others counts where it begins.
const worst = ["used", "partly", "never"];
function signsOf(doc, places) {
  const lines = new Map();
  for (const { from, state, text, games, of } of places) {
    const line = doc.lineAt(Math.min(from, doc.length));
    const before = lines.get(line.from) || { state: "used", texts: [], share: null };
    const share = of ? Math.floor((100 * games) / of) : null;
    const shown = doc.sliceString(from, Math.min(from + 30, line.to));
    lines.set(line.from, {
      state: worst[Math.max(worst.indexOf(before.state), worst.indexOf(state))],
      texts: [...before.texts, `${shown}: ${text}`],
      share: share === null ? before.share : Math.min(share, before.share ?? 100),
    });
  }
  return RangeSet.of([...lines].sort((a, b) => a[0] - b[0]).map(([at, { state, texts, share }]) => new Sign(state, texts.join("\n"), share).range(at)));
}

// --- Lines are put in by the brackets that are open: four blanks each ---

const indents = indentService.of((context, at) => {
  const before = context.state.doc.lineAt(at);
  const text = before.number > 1 ? context.state.doc.line(before.number - 1).text : "";
  const bare = text.replace(/"(?:[^"\\]|\\.)*"?|\/\/.*/g, "");
  const open = [...bare].reduce((count, letter) => count + ("({".includes(letter) ? 1 : ")}".includes(letter) ? -1 : 0), 0);
  const closes = /^\s*[)}]/.test(before.text) ? 1 : 0;
  return Math.max(0, text.search(/\S|$/) + 4 * (Math.max(-1, Math.min(open, 1)) - closes));
});

const clamp = (doc, { from, to }) => ({ from: Math.min(from, doc.length), to: Math.min(Math.max(from, to), doc.length) });
const severities = { error: "error", warning: "warning", note: "info", info: "info" };
const sorts = { ludeme: "function", definition: "method", word: "enum", argument: "property", parameter: "variable", piece: "class" };

// An editor in `parent`. `tell` has `change(text)`, `point(position or null)`, and `complete` and `hover`, which ask.
export function makeEditor({ parent, nonce, tell }) {
  const trackers = new Set();
  let quiet = false, version = 0;

  const completions = async (context) => {
    const before = context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos);
    if (!context.explicit && !/[\w("<:.]/.test(before)) return null;
    const found = await tell.complete(context.state.doc.toString(), context.pos);
    if (!found?.length || context.aborted) return null;
    const from = Math.min(...found.map((offer) => offer.from));
    return {
      from,
      validFor: /^[\w:. ]*$/,
      options: found.map((offer, index) => ({
        label: offer.label,
        detail: offer.detail === offer.label ? "" : offer.detail.slice(0, 90),
        info: offer.markdown ? () => told(offer.markdown) : null,
        type: sorts[offer.sort] || "keyword",
        boost: -index / 2,
        apply(view, _, __, to) {
          const { text, from: first, to: last } = filled(offer.snippet);
          const end = Math.max(to, Math.min(view.state.doc.length, offer.to + (to - context.pos)));
          view.dispatch({
            changes: { from: offer.from, to: end, insert: text },
            selection: { anchor: offer.from + first, head: offer.from + last },
            userEvent: "input.complete",
            scrollIntoView: true,
          });
        },
      })),
    };
  };
  const hover = hoverTooltip(async (view, at) => {
    const found = await tell.hover(view.state.doc.toString(), at);
    if (!found?.markdown) return null;
    return { pos: Math.min(found.from, view.state.doc.length), end: Math.min(found.to, view.state.doc.length), above: true,
      create: () => ({ dom: told(found.markdown) }) };
  }, { hoverTime: 350 });

  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        EditorView.cspNonce.of(nonce),
        lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), highlightSpecialChars(), history(),
        coverage, words.field, marked.field,
        gutter({ class: "cm-coverage", markers: (shown) => shown.state.field(coverage) }),
        letters, syntaxHighlighting(plain), bracketMatching(), closeBrackets(), indents,
        highlightSelectionMatches(), autocompletion({ override: [completions], icons: false }), hover,
        EditorState.tabSize.of(4),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": "Rules of the game", tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) {
            version++;
            for (const tracker of trackers) tracker.changes = tracker.changes ? tracker.changes.compose(update.changes) : update.changes;
            if (!quiet) tell.change(false);
          }
          if (update.selectionSet || update.docChanged) tell.point(update.state.selection.main.head);
        }),
        EditorView.domEventHandlers({
          mousemove: (event, shown) => tell.point(shown.posAtCoords({ x: event.clientX, y: event.clientY })),
          mouseleave: () => tell.point(null),
        }),
        // Tab is not among them: it leads on, as everywhere on a page
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
      ],
    }),
  });

  const marks = (ranges, name) => Decoration.set(
    ranges.map((range) => clamp(view.state.doc, range)).filter(({ from, to }) => to > from)
      .map(({ from, to }) => Decoration.mark({ class: name }).range(from, to)), true);

  return {
    view,
    text: () => view.state.doc.toString(),
    version: () => version,
    // a text of its own, without a way back to the one before
    load(text) {
      quiet = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 }, effects: [setSigns.of(RangeSet.empty), marked.replace.of(Decoration.none)] });
      quiet = false;
      tell.change(true);
    },
    // the same editor with another text: the part that differs is changed, places elsewhere stay what they are
    become(text) {
      const before = view.state.doc.toString();
      if (before === text) return;
      let first = 0, last = 0;
      const most = Math.min(before.length, text.length);
      while (first < most && before[first] === text[first]) first++;
      while (last < most - first && before[before.length - 1 - last] === text[text.length - 1 - last]) last++;
      quiet = true;
      view.dispatch({ changes: { from: first, to: before.length - last, insert: text.slice(first, text.length - last) } });
      quiet = false;
      tell.change(true);
    },
    edit(edits) {
      view.dispatch({ changes: edits.map(({ from, to, insert }) => ({ from, to, insert })), userEvent: "input.repair" });
    },
    // the mistakes of the text as it is now; an empty one has no place to mark, and CodeMirror's lint fails on it
    mistakes(found, diagnostics) {
      const shown = (view.state.doc.length ? found : []).map((mark) => ({
        ...clamp(view.state.doc, mark),
        severity: severities[mark.severity] || "info",
        source: diagnostics[mark.n].code,
        message: [mark.message, ...(diagnostics[mark.n].help || [])].join("\n"),
        actions: mark.fixes.map((fix) => ({ name: fix.title, apply: (own) => own.dispatch({ changes: fix.edits.map(({ from, to, insert }) => ({ from, to, insert })) }) })),
      }));
      view.dispatch(setDiagnostics(view.state, shown.sort((a, b) => a.from - b.from)));
    },
    colour(found) {
      const ranges = found.filter(([from, to]) => to > from && to <= view.state.doc.length)
        .map(([from, to, colour, declares]) => Decoration.mark({ class: `lud-${colour}${declares ? " lud-declared" : ""}` }).range(from, to));
      view.dispatch({ effects: words.replace.of(Decoration.set(ranges, true)) });
    },
    // places to look at, the first of them in sight; none to forget them
    mark(ranges, show = true) {
      const effects = [marked.replace.of(marks(ranges, "marked"))];
      if (show && ranges.length) effects.push(EditorView.scrollIntoView(clamp(view.state.doc, ranges[0]).from, { y: "center" }));
      view.dispatch({ effects });
    },
    go({ from, to }) {
      const at = clamp(view.state.doc, { from, to: to ?? from });
      view.dispatch({ selection: { anchor: at.from, head: at.to }, scrollIntoView: true });
      view.focus();
    },
    cover(places) {
      view.dispatch({ effects: setSigns.of(places.length ? signsOf(view.state.doc, places) : RangeSet.empty) });
    },
    // follows what becomes of places that are told for the text as it is now
    tracker() {
      const own = { changes: null };
      trackers.add(own);
      return {
        range: ({ from, to }) => (own.changes ? { from: own.changes.mapPos(from, 1), to: own.changes.mapPos(to, -1) } : { from, to }),
        drop: () => trackers.delete(own),
      };
    },
    line: (at) => view.state.doc.lineAt(Math.min(at, view.state.doc.length)).number,
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}
