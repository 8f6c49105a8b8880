// The editor of the workshop: what is used of CodeMirror 6, as one module that is loaded when wanted.
export { EditorState, EditorSelection, StateEffect, StateField, Compartment, RangeSet } from "@codemirror/state";
export {
  Decoration, EditorView, GutterMarker, WidgetType, crosshairCursor, drawSelection, gutter, highlightActiveLine,
  highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers, rectangularSelection,
} from "@codemirror/view";
export {
  HighlightStyle, LanguageSupport, StreamLanguage, bracketMatching, foldGutter, foldKeymap, foldService,
  indentOnInput, indentService, syntaxHighlighting,
} from "@codemirror/language";
export {
  defaultKeymap, history, historyKeymap, indentLess, indentMore, indentWithTab, isolateHistory,
} from "@codemirror/commands";
export {
  acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, snippet,
  startCompletion,
} from "@codemirror/autocomplete";
export {
  forceLinting, lintGutter, lintKeymap, linter, nextDiagnostic, openLintPanel, setDiagnostics,
} from "@codemirror/lint";
export { highlightSelectionMatches, openSearchPanel, searchKeymap } from "@codemirror/search";
export { tags } from "@lezer/highlight";
