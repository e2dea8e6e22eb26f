import { findReferences, type Rule } from "@precept/core";
import { convertImports } from "./convert-references.ts";
import { existsAt } from "./included-text.ts";
import {
  insertText,
  replaceParts,
  reportWritten,
  type ReferenceTarget,
  type TargetedReference,
  type WrittenReference,
  type WrittenReferences,
} from "./insert-text.ts";
import { resolveReference } from "./reference-path.ts";
import { writeImports } from "./write-imports.ts";

/**
 * Writes the file references of a rule in the syntax of a format: as `@path` for a tool that imports files, as
 * `#[[file:path]]` for Kiro. For other tools, the texts of the files are inserted between `<!-- precept: file PATH -->`
 * and `<!-- precept: file end -->`. {@link readReferences} reverses it.
 *
 * A file that cannot be read, or is outside of the project, is never inserted: its reference stays, with a note.
 */
export function writeReferences(rule: Rule, target: ReferenceTarget): WrittenReferences {
  const { spec } = target;
  const native = toNative(rule, target);
  if (spec.id === "precept") return { rule: native, notes: [] };
  const references = findReferences(native.content).map((found) => ({ ...found, target: resolveReference(found.path, native) }));
  if (spec.imports !== undefined) return writeImports(native, references, target, spec.imports);
  const written = references.map((reference) => writeReference(reference, target, native.content));
  return { rule: { ...native, content: replaceParts(native.content, written) }, notes: reportWritten(written, spec) };
}

/** Returns a rule of another tool with native references instead of its imports. */
function toNative(rule: Rule, { readFile, hasRules }: ReferenceTarget): Rule {
  if (rule.origin.imports !== true) return rule;
  const { imports: _, ...origin } = rule.origin;
  return { ...rule, content: convertImports(rule, (path) => existsAt(readFile, path) && hasRules?.(path) !== true), origin };
}

function writeReference(reference: TargetedReference, { spec, readFile }: ReferenceTarget, content: string): WrittenReference {
  const { target } = reference;
  const file = target === undefined ? undefined : readFile(target);
  // The tool does not include what the file imports.
  const isComplete = file?.kind === "text" ? file.hasImports !== true : file?.isImportable !== false;
  if (spec.references === true && target !== undefined && isComplete) return { ...reference, text: `#[[file:${target}]]` };
  return insertText(reference, content, readFile);
}
