/**
 * The kinds of texts. `file`: the content of a file, or text to write to it; `command`: a shell command; `prompt`: a
 * message of the user; `response`: an answer of the agent; `tool`: the input of another tool; `result`: the output of a
 * tool; `text`: any other text.
 */
export const subjectKinds = ["text", "file", "command", "prompt", "response", "tool", "result"] as const;

/** A kind of text: see {@link subjectKinds}. */
export type SubjectKind = (typeof subjectKinds)[number];
