import type { FormatSpec, ImportSpec } from "@precept/mdc-compat";

/** The text of a file that a rule refers to. */
export type ReferencedText =
  | {
      readonly kind: "text";
      /** With the references and imports in it expanded. */
      readonly text: string;
      /** Whether the file, or one that it includes, imports files with `@path`. Default false. */
      readonly hasImports?: boolean;
      /** Whether the file, or one that it includes, has native references. Default false. */
      readonly hasReferences?: boolean;
    }
  | {
      readonly kind: "none";
      /** Why the text cannot be included, as a clause: "does not exist". */
      readonly problem: string;
      readonly exists: boolean;
      /** Whether an export may tell a tool to import the file. Default true: the tool decides what it reads. */
      readonly isImportable?: boolean;
    };

/** Returns the text of a file, by its path in the project. */
export type ReadReference = (path: string) => ReferencedText;

export interface ReferenceTarget {
  readonly spec: FormatSpec;
  /** The path of the file in the project. Imports are relative to it. */
  readonly path: string;
  readonly readFile: ReadReference;
  /** Whether a file has rules, which are written for each tool. Default: no file has rules. */
  readonly hasRules?: (path: string) => boolean;
  /** Whether an import of a file with rules stays. Default: words with the names of such files are escaped. */
  readonly isImportRetained?: (path: string) => boolean;
  /** The imports of tools that import this file, and replace words that it has. Default: no tool does. */
  readonly importers?: readonly ImportSpec[];
}

export const notReadable: ReadReference = () => ({ kind: "none", problem: "was not read", exists: false });

/** Whether a file exists, even if its text cannot be included. */
export function existsAt(readFile: ReadReference, path: string): boolean {
  const file = readFile(path);
  return file.kind === "text" || file.exists;
}

const end = "<!-- precept: file end -->";

/** Whether a text has a marker of an inserted text. No other text is inserted then: the markers could be mixed up. */
export function hasMarker(content: string): boolean {
  return content.includes("<!-- precept: file ");
}

/** Returns the text of a file between the markers that name the file. Undefined if the path cannot be in a marker. */
export function markText(path: string, text: string, eol: string): string | undefined {
  if (path === "end" || /-->|[\r\n]/.test(path)) return undefined;
  return `<!-- precept: file ${path} -->${eol}${text.replaceAll(/\r?\n/g, eol)}${eol}${end}`;
}

export interface MarkedText {
  readonly start: number;
  readonly end: number;
  /** As in the marker. */
  readonly path: string;
  readonly text: string;
}

/** Finds the texts between markers. `expected` returns the texts that a file can have, which may contain a marker. */
export function findMarkedTexts(content: string, expected: (path: string) => readonly string[]): readonly MarkedText[] {
  const found: MarkedText[] = [];
  const opening = /<!-- precept: file (?!end -->)(.+?) -->\n/g;
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

/** Chooses two characters that a text does not have, to mark places in it. */
export function chooseMarks(text: string): readonly [string, string] {
  let code = 0xe000;
  const next = (): string => {
    while (text.includes(String.fromCharCode(code))) code += 1;
    return String.fromCharCode(code++);
  };
  return [next(), next()];
}
