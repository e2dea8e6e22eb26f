import type { Diagnostic } from "../model/diagnostic.ts";
import type { Fix } from "../model/fix.ts";
import type { TextEdit } from "../text/text-edit.ts";
import { report, type CheckCode } from "./check-catalogue.ts";
import type { SourceText } from "./source-text.ts";

/** Something that a check found in a text. */
export interface TextMatch {
  readonly code: CheckCode;
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly hint?: string;
  /** What it should be replaced by; absent where a program can't know. */
  readonly replacement?: Replacement;
}

export interface Replacement {
  readonly title: string;
  readonly text: string;
  readonly safe: boolean;
}

/** How many spots of one kind in one file are told one by one. */
const maxPerCode = 20;

/** Spots as diagnostics. Where there are very many of a kind, the last one that is told stands for the rest, and its fix is theirs too. */
export function reportMatches(source: SourceText, spots: readonly TextMatch[]): Diagnostic[] {
  const kinds = new Map<CheckCode, TextMatch[]>();
  for (const spot of spots) {
    const kind = kinds.get(spot.code);
    if (kind === undefined) kinds.set(spot.code, [spot]);
    else kind.push(spot);
  }
  return [...kinds.values()].flatMap((kind) =>
    kind.slice(0, maxPerCode).map((spot, at) => {
      const rest = at === maxPerCode - 1 ? kind.slice(maxPerCode) : [];
      const message = rest.length === 0 ? spot.message : `${spot.message} There are ${rest.length} more like it in this file.`;
      return report(spot.code, source.locate(spot.start, spot.end), message, spot.hint, fixOf([spot, ...rest]));
    }),
  );
}

function fixOf(spots: readonly TextMatch[]): Fix | undefined {
  const replacements = spots.flatMap(({ replacement }) => replacement ?? []);
  const [first] = replacements;
  if (first === undefined) return undefined;
  const edits = spots.flatMap(({ start, end, replacement }): readonly TextEdit[] =>
    replacement === undefined ? [] : [{ start, end, text: replacement.text }],
  );
  return { title: first.title, edits, safe: replacements.every(({ safe }) => safe) };
}
