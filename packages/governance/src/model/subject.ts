import type { Json } from "@precept/core";

/** What a text is to the agent that wrote or reads it. */
export const subjectKinds = ["text", "file", "command", "prompt", "response", "tool", "result"] as const;

/**
 * What a text is: `file`: in a file, or to be written into one; `command`: for a shell; `prompt`: asked by a person; `response`: said by the
 * agent; `tool`: the input of any other tool; `result`: what a tool gave back; `text`: nobody knows.
 */
export type SubjectKind = (typeof subjectKinds)[number];

/** What is checked: one text, and where it belongs. */
export interface Subject {
  readonly text: string;
  /** Default: `file` where there is one, else `text`. */
  readonly kind?: SubjectKind;
  /** As `normalisePath` of the core leaves it. */
  readonly file?: string;
  /** Whether the text is only a part of the file, so that its lines are not those of the file. */
  readonly fragment?: boolean;
}

/** What is known about the work under way; `context_filter` of a policy asks for its values. */
export type PolicyContext = Readonly<Record<string, Json>>;

export function subjectKindOf({ kind, file }: Subject): SubjectKind {
  return kind ?? (file === undefined ? "text" : "file");
}
