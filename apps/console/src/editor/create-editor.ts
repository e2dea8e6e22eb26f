import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { commonmarkLanguage } from "@codemirror/lang-markdown";
import { yamlLanguage } from "@codemirror/lang-yaml";
import { HighlightStyle, LanguageSupport, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState, type Text } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

export type EditorLanguage = "markdown" | "yaml";

/** A problem to mark in a text. Without a line, it is not marked. */
export interface TextProblem {
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  /** From 1. */
  readonly line: number | null;
}

export interface EditorOptions {
  readonly label: string;
  readonly language: EditorLanguage;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** An editor in an element of the page. */
export interface Editor {
  readonly focus: () => void;
  readonly setProblems: (problems: readonly TextProblem[]) => void;
  readonly destroy: () => void;
}

const languages = { markdown: commonmarkLanguage, yaml: yamlLanguage } as const;

const highlighting = HighlightStyle.define([
  { tag: tags.heading, fontWeight: "650" },
  { tag: tags.strong, fontWeight: "650" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: [tags.link, tags.url, tags.propertyName], color: "var(--accent)" },
  { tag: [tags.monospace, tags.string], color: "var(--good)" },
  { tag: [tags.comment, tags.processingInstruction], color: "var(--ink-soft)" },
]);

const theme = EditorView.theme({
  "&": {
    color: "var(--ink)",
    background: "var(--surface)",
    border: "1px solid var(--line-strong)",
    borderRadius: "var(--radius)",
  },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "1px" },
  ".cm-scroller": { font: "12.5px/1.55 var(--mono)", minHeight: "220px", maxHeight: "60vh", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderColor: "var(--ink)" },
  ".cm-gutters": { background: "var(--sunken)", color: "var(--ink-soft)", border: "0" },
  ".cm-activeLine": { background: "transparent" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--accent-back)",
  },
  ".cm-tooltip": { background: "var(--surface)", color: "var(--ink)", border: "1px solid var(--line-strong)" },
});

/**
 * Creates an editor in a shadow root: the content security policy forbids the style elements that the editor would add
 * to the page, and in a shadow root it adopts style sheets.
 */
export function createEditor(host: HTMLElement, { label, language, value, onChange }: EditorOptions): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: value,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        EditorView.lineWrapping,
        // Tab moves the focus, as in every other field.
        keymap.of([...defaultKeymap, ...historyKeymap]),
        new LanguageSupport(languages[language]),
        syntaxHighlighting(highlighting),
        lintGutter(),
        theme,
        EditorView.contentAttributes.of({ "aria-label": label }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) onChange(state.doc.toString());
        }),
      ],
    }),
  });
  return {
    focus: () => view.focus(),
    setProblems: (problems) => {
      view.dispatch(
        setDiagnostics(
          view.state,
          problems.flatMap((problem) => toDiagnostic(view.state.doc, problem)),
        ),
      );
    },
    destroy: () => view.destroy(),
  };
}

function toDiagnostic(doc: Text, { severity, message, line }: TextProblem): readonly Diagnostic[] {
  if (line === null || line < 1 || line > doc.lines) return [];
  const { from, to } = doc.line(line);
  return [{ from, to, severity, message }];
}
