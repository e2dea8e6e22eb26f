import { findReferences, type FidelityNote, type Rule } from "@precept/core";
import type { RuleFormat } from "../model/dialect.ts";
import { notReadable } from "../references/included-text.ts";
import { writeReferences } from "../references/write-references.ts";
import type { ExportRequest } from "./draft.ts";
import { isWrittenText } from "./line-ends.ts";
import type { RuleOutput } from "./rule-output.ts";

/** An output with its references written, and what that loses. */
export interface WrittenOutput {
  readonly output: RuleOutput;
  readonly notes: readonly FidelityNote[];
}

interface WritingContext extends Pick<ExportRequest, "readReference" | "ledger" | "hash"> {
  readonly formats: readonly RuleFormat[];
}

/**
 * Writes the references of a rule for the file of an export. An imported file whose rule did not change keeps its text.
 *
 * @param original the rule as it is stored.
 */
export function writeOutputReferences(
  original: Rule,
  output: RuleOutput,
  { formats }: { readonly formats: readonly RuleFormat[] },
  request: Pick<ExportRequest, "readReference" | "ledger" | "hash">,
): WrittenOutput {
  const { hash, ledger } = request;
  const { path, preserved, amongOthers } = output;
  const isChanged = (): boolean => {
    const text = (preserved.head ?? "") + original.content;
    return hash !== undefined && !isWrittenText(text, [ledger.get(path)?.sha256], hash);
  };
  const context = { ...request, formats };
  const written = writeRule(original, output, context, isChanged);
  if (amongOthers === undefined) return written;
  const other = writeRule(original, { ...output, rule: amongOthers }, context, () => true).output.rule;
  return { ...written, output: { ...written.output, amongOthers: other } };
}

function writeRule(
  original: Rule,
  output: RuleOutput,
  { formats, readReference = notReadable, ledger }: WritingContext,
  isChanged: () => boolean,
): WrittenOutput {
  const { path, codec } = output;
  const spec = formats.find((format) => format.codec.id === codec.id)?.spec;
  // Another content is that of the imported file.
  if (spec === undefined || output.rule.content !== original.content) return { output, notes: [] };
  const hasReferences = findReferences(original.content).length > 0 || original.origin.imports === true;
  if (!hasReferences && (spec.imports === undefined || !isChanged())) return { output, notes: [] };
  const { rule, notes } = writeReferences(original, {
    spec,
    path,
    readFile: readReference,
    hasRules: (file) => ledger.has(file),
  });
  const { imports: _, ...origin } = output.rule.origin;
  const written = { ...origin, ...(rule.origin.imports === true && { imports: true }) };
  return { output: { ...output, rule: { ...output.rule, content: rule.content, origin: written } }, notes };
}
