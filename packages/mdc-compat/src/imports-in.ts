import type { FileImport, Rule } from "@precept/core";
import { dialects } from "./dialects.ts";
import { findImports } from "./format/imports.ts";

const facts = new Map(
  dialects.flatMap(({ formats }) =>
    formats.flatMap(({ facts: { id, imports } }) => (imports === undefined ? [] : [[id, imports] as const])),
  ),
);

/** What in a text of a rule stands for a file, as the tool reads it that the rule's file is written for: `@docs/style.md` in `CLAUDE.md`. */
export function importsIn(text: string, { origin }: Rule): readonly FileImport[] {
  const known = facts.get(origin.dialect ?? "");
  if (known === undefined) return [];
  return findImports(text, known).map(([start, end]) => ({ start, end, path: pathOf(text.slice(start + 1, end)) }));
}

/** Relative to the file that imports it, as every tool has it; a space may stand behind a backslash. */
function pathOf(written: string): string {
  const path = written.replace(/\\ /g, " ");
  return /^(?:[~/]|\.{1,2}\/)/.test(path) ? path : `./${path}`;
}
