import type { Diagnostic, Fix, TextEdit } from "@precept/core";
import { report, type CheckCode } from "../check-catalogue.ts";
import type { SourceText } from "../source/source-text.ts";

export interface TextMatch {
  readonly code: CheckCode;
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly hint?: string;
  /** The correction. Absent if there is none. */
  readonly replacement?: Replacement;
}

export interface Replacement {
  readonly title: string;
  readonly text: string;
  readonly safe: boolean;
}

const maxPerCode = 20;

/** Converts matches to diagnostics. If one code has too many, its last diagnostic and the fix cover the rest. */
export function reportMatches(source: SourceText, matches: readonly TextMatch[]): Diagnostic[] {
  return [...Map.groupBy(matches, ({ code }) => code).values()].flatMap((group) =>
    group.slice(0, maxPerCode).map((match, index) => {
      const rest = index === maxPerCode - 1 ? group.slice(maxPerCode) : [];
      const message = rest.length === 0 ? match.message : `${match.message} This file has ${rest.length} more.`;
      return report(match.code, source.locate(match.start, match.end), message, match.hint, fixOf([match, ...rest]));
    }),
  );
}

function fixOf(matches: readonly TextMatch[]): Fix | undefined {
  const replacements = matches.flatMap(({ replacement }) => replacement ?? []);
  const [first] = replacements;
  if (first === undefined) return undefined;
  const edits = matches.flatMap(({ start, end, replacement }): readonly TextEdit[] =>
    replacement === undefined ? [] : [{ start, end, text: replacement.text }],
  );
  return { title: first.title, edits, safe: replacements.every(({ safe }) => safe) };
}
