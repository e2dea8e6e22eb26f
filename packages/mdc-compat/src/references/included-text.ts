/** The text of a file that a rule refers to. */
export type ReferencedText =
  /** With the references in it expanded. */
  | { readonly kind: "text"; readonly text: string }
  /** Why the text cannot be included, as a clause: "does not exist". */
  | { readonly kind: "none"; readonly problem: string; readonly exists: boolean };

/** Returns the text of a file, by its path in the project. */
export type ReadReference = (path: string) => ReferencedText;

/** Reads no files. */
export const notReadable: ReadReference = () => ({ kind: "none", problem: "was not read", exists: false });

/** Whether a file exists, even if its text cannot be included. */
export function existsAt(readFile: ReadReference, path: string): boolean {
  const file = readFile(path);
  return file.kind === "text" || file.exists;
}

const end = "<!-- precept: file end -->";

/** Returns the text of a file between the markers that name the file. Undefined if the path cannot be in a marker. */
export function markText(path: string, text: string): string | undefined {
  return /-->|[\r\n]/.test(path) ? undefined : `<!-- precept: file ${path} -->\n${text}\n${end}`;
}

/** A text between markers. */
export interface MarkedText {
  readonly start: number;
  readonly end: number;
  /** As in the marker. */
  readonly path: string;
  readonly text: string;
}

/**
 * Finds the texts between markers.
 *
 * @param expected returns the text that a file has, because a text may contain a marker itself.
 */
export function findMarkedTexts(content: string, expected: (path: string) => readonly string[]): readonly MarkedText[] {
  const found: MarkedText[] = [];
  const opening = /<!-- precept: file (.+?) -->\n/g;
  for (let match = opening.exec(content); match !== null; match = opening.exec(content)) {
    const [{ length }, path = ""] = match;
    const from = match.index + length;
    const whole = expected(path).find((text) => content.startsWith(`${text}\n${end}`, from));
    const until = whole === undefined ? content.indexOf(`\n${end}`, from - 1) : from + whole.length;
    if (until < 0) continue;
    const after = until + 1 + end.length;
    found.push({ start: match.index, end: after, path, text: content.slice(from, Math.max(from, until)) });
    opening.lastIndex = after;
  }
  return found;
}
