import { nearestNames, PreceptError, type Json } from "@precept/core";
import { readHookPayload, subjectKinds, type PolicyContext, type Subject, type SubjectKind } from "@precept/governance";

/** A text from standard input, as what it is checked. */
export interface InputSubjects {
  readonly subjects: readonly [Subject, ...Subject[]];
  /** The context that a hook payload has. It applies beneath `--context`. */
  readonly context?: PolicyContext;
}

interface InputOptions {
  readonly file?: string | undefined;
  readonly subject?: SubjectKind | undefined;
  readonly root: string;
}

/**
 * Decides what a text from standard input is. A hook payload of a coding agent is read as what it contains. With a path
 * it is a file. Any other text is checked as everything that it could be: a command, a prompt, a file and so on.
 *
 * @param subject what the user says that it is. Then a hook payload is text as well.
 * @param root the project, to which the paths in a hook payload are relative.
 * @throws PreceptError `HOOK_PAYLOAD_EMPTY` for a hook payload without a text to check
 */
export function readInput(text: string, { file, subject, root }: InputOptions): InputSubjects {
  const location = file === undefined ? {} : { file };
  if (subject !== undefined) return { subjects: [{ kind: subject, text, ...location }] };
  if (file !== undefined) return { subjects: [{ text, ...location }] };
  const payload = readPayload(text, root);
  if (payload === undefined) {
    const [first, ...others] = subjectKinds;
    return { subjects: [{ kind: first, text }, ...others.map((kind) => ({ kind, text }))] };
  }
  const [first, ...others] = payload.subjects;
  if (first === undefined) throw new PreceptError("HOOK_PAYLOAD_EMPTY", { event: payload.event });
  return { subjects: [first, ...others], context: payload.context };
}

function readPayload(text: string, root: string): ReturnType<typeof readHookPayload> {
  if (!text.trimStart().startsWith("{")) return undefined;
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  return readHookPayload(value, root);
}

export function readSubjectKind(option: string, value: Json): SubjectKind {
  const found = subjectKinds.find((kind) => kind === value);
  if (found !== undefined) return found;
  const [near] = typeof value === "string" ? nearestNames(value, subjectKinds) : [];
  const expected = `one of ${subjectKinds.join(", ")}${near === undefined ? "" : `; did you mean ${near}?`}`;
  throw new PreceptError("OPTION_VALUE_INVALID", {
    option,
    value: typeof value === "string" ? value : JSON.stringify(value),
    expected,
  });
}
