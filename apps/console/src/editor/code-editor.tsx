import { useEffect, useRef } from "preact/hooks";
import type { Editor, EditorLanguage, TextProblem } from "./create-editor.ts";

interface CodeEditorProps {
  readonly label: string;
  readonly language: EditorLanguage;
  /** The text when the editor opens. Give the editor another `key` to replace its text. */
  readonly initialValue: string;
  readonly onChange: (value: string) => void;
  /** Problems to mark at their lines. */
  readonly problems?: readonly TextProblem[];
  /** Whether the editor has the focus when it opens. Default: false. */
  readonly hasFocus?: boolean;
}

const none: readonly TextProblem[] = [];

/** An editor of a text. Its code is loaded when the first one opens. */
export function CodeEditor({ label, language, initialValue, onChange, problems = none, hasFocus = false }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  const current = useRef({ initialValue, onChange, problems, hasFocus });
  current.current = { initialValue, onChange, problems, hasFocus };

  useEffect(() => {
    let isRemoved = false;
    void (async () => {
      const { createEditor } = await import("./create-editor.ts");
      const { current: element } = host;
      if (isRemoved || element === null) return;
      const { initialValue: first, problems: found } = current.current;
      editor.current = createEditor(element, {
        label,
        language,
        value: first,
        onChange: (text) => current.current.onChange(text),
      });
      editor.current.setProblems(found);
      if (current.current.hasFocus) editor.current.focus();
    })();
    return () => {
      isRemoved = true;
      editor.current?.destroy();
      editor.current = undefined;
    };
  }, [label, language]);
  useEffect(() => editor.current?.setProblems(problems), [problems]);
  return <div ref={host} class="code-editor" />;
}
