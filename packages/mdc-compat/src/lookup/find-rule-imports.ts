import type { FileImport, Rule } from "@precept/core";
import { dialects } from "./dialects.ts";
import { findImports } from "../format/imports.ts";
import type { ImportSpec } from "../model/spec.ts";
import { claudeImports } from "../tools/claude/spec.ts";

/** The import syntax of each format that has one, by format id. */
const importSpecs = new Map(
  dialects.flatMap(({ formats }) =>
    formats.flatMap(({ spec: { id, imports } }) => (imports === undefined ? [] : [[id, imports] as const])),
  ),
);

/**
 * Finds the file imports in a text of a rule, in the syntax of the rule's own format: `@docs/style.md` in `CLAUDE.md`.
 * Paths are relative to the file with the text. If the format has no imports, the text comes from an included file, and
 * Claude Code's syntax applies.
 */
export function findRuleImports(text: string, { origin }: Rule): readonly FileImport[] {
  return findFileImports(text, importSpecs.get(origin.dialect ?? "") ?? claudeImports);
}

/** Finds the file imports in a text. Paths are relative to the file with the text. */
export function findFileImports(text: string, spec: ImportSpec): readonly FileImport[] {
  return findImports(text, spec).map(([start, end]) => ({ start, end, path: readPath(text.slice(start + 1, end)) }));
}

/** Removes backslashes before spaces. Adds `./` to a path that is neither absolute nor starts with `~`. */
function readPath(word: string): string {
  const path = word.replace(/\\ /g, " ");
  return /^(?:[~/]|\.{1,2}\/)/.test(path) ? path : `./${path}`;
}
