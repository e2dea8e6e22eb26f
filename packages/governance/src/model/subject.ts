import type { Json, SubjectKind } from "@precept/contract/values";

/** A JSON object. */
export type JsonObject = Readonly<Record<string, Json>>;

/** A text to check, and its origin. */
export interface Subject {
  readonly text: string;
  /** Default: `file` if there is a file, otherwise `text`. */
  readonly kind?: SubjectKind;
  /** The path of the file, normalised by `normalisePath` of `@precept/core`. */
  readonly file?: string;
  /** Whether the text is a part of the file, so that its line numbers differ from the file's. */
  readonly fragment?: boolean;
  /** The name of the tool, if the text belongs to a tool call or its result. Policies require it with `match.tool`. */
  readonly tool?: string;
  /** The structured input of the tool call that the text belongs to. Policies require values with `match.input`. */
  readonly input?: JsonObject;
}

/** Facts about the agent's work, such as `agent_type`. Policies require values with `context_filter`. */
export type PolicyContext = Readonly<Record<string, Json>>;

/** Returns the kind of a subject, or its default. */
export function subjectKindOf({ kind, file }: Subject): SubjectKind {
  return kind ?? (file === undefined ? "text" : "file");
}
