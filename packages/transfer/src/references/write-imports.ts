import type { Rule } from "@precept/core";
import { findFileImports, hasImports, type ImportSpec } from "@precept/mdc-compat";
import { composeImports, type ComposedImports, type ReferenceWord } from "./compose-imports.ts";
import { replaceAll, type TargetedReference } from "./insert-text.ts";
import { resolveImport } from "./reference-path.ts";
import { reportWritten } from "./report-written.ts";
import type { ReferenceTarget, WrittenReferences } from "./reference-target.ts";

/**
 * Writes references as `@path`, and escapes all other words that the tool would import. If the tool would not read the word as this import, such as one
 * with a comma behind it, the text of the file is inserted instead.
 */
export function writeImports(
  rule: Rule,
  references: readonly TargetedReference[],
  target: ReferenceTarget,
  imports: ImportSpec,
): WrittenReferences {
  const words = references.map((reference) => ({ reference, isImport: canImport(reference, target) }));
  for (;;) {
    const composed = composeImports(rule.content, words, target, imports);
    const found = findFileImports(composed.text, imports);
    const failed = composed.words.filter(
      ({ start, end, at }) =>
        !found.some(
          (one) => one.start === start && one.end === end && resolveImport(one.path, target.path) === references[at]?.target,
        ),
    );
    // An unexpected import can only come from the neighbourhood of a word.
    const isUnexpected = found.length > composed.words.length + composed.intended;
    if (failed.length === 0 && (!isUnexpected || composed.words.length === 0))
      return finish(rule, words, composed, target, imports);
    const wrong = isUnexpected && failed.length === 0 ? composed.words : failed;
    for (const { at } of wrong) (words[at] as { isImport: boolean }).isImport = false;
  }
}

/** Whether the tool may import a file, and would load all of it: it does not include native references. */
function canImport({ target }: TargetedReference, { readFile }: ReferenceTarget): boolean {
  if (target === undefined) return false;
  const file = readFile(target);
  return file.kind === "text" ? file.hasReferences !== true : file.isImportable !== false;
}

function finish(
  rule: Rule,
  words: readonly ReferenceWord[],
  { text, written }: ComposedImports,
  { spec }: ReferenceTarget,
  imports: ImportSpec,
): WrittenReferences {
  const untouched = replaceAll(
    rule.content,
    words.map(({ reference }) => reference),
    (at) => written[at]?.text,
  );
  const isEscaped = untouched !== text && hasImports(rule.content, imports);
  const message = `Words that start with @ are put in backticks, because ${spec.title} would import files of that name.`;
  return {
    rule: { ...rule, content: text, origin: { ...rule.origin, imports: true } },
    notes: [...reportWritten(written, spec), ...(isEscaped ? [{ field: "content", kind: "lost", message } as const] : [])],
  };
}
