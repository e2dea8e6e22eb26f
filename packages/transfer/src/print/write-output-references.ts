import { findReferences, type Rule } from "@precept/core";
import { dialects, type FormatSpec, type ImportSpec, type RuleFormat } from "@precept/mdc-compat";
import type { Ledger } from "../ledger/ledger.ts";
import { isWrittenText } from "../ledger/same-text.ts";
import { notReadable, type ReadReference, type ReferencedText, type ReferenceTarget } from "../references/included-text.ts";
import { findImporters, isPlainRuleFile } from "../references/importers.ts";
import { writeReferences } from "../references/write-references.ts";
import { cutToLimit } from "./cut-text.ts";
import type { RuleOutput } from "./rule-output.ts";

/** How files are read with each codec, by its id: as the first tool with such files reads them. */
const specs: ReadonlyMap<string, FormatSpec> = new Map(
  dialects.flatMap(({ formats }) => formats.map(({ codec, spec }) => [codec.id, spec] as const)).toReversed(),
);

const hasOwnRules: ReferencedText = { kind: "none", problem: "has rules of its own", exists: true };

export interface ReferenceSources {
  readonly ledger: Ledger;
  /** Returns the texts of the files that rules refer to. Default: references stay as they are. */
  readonly readReference?: ReadReference;
  /** Whether an export writes a file, so that it has rules. Default: whether the ledger has it. */
  readonly isManaged?: (path: string) => boolean;
  /** Finds the imports of the tools that can import a file. Default: the tools of the ledger. */
  readonly importersOf?: (path: string) => readonly ImportSpec[];
}

export function createReferenceTarget(spec: FormatSpec, path: string, sources: ReferenceSources): Required<ReferenceTarget> {
  const { readReference = notReadable, ledger, isManaged = (file) => ledger.has(file) } = sources;
  const { importersOf = (file) => findImporters(file, ledger) } = sources;
  // The text of such a file changes with its rules, and can contain the text of the rule that refers to it.
  const readFile: ReadReference = (file) => (isManaged(file) ? hasOwnRules : readReference(file));
  return {
    spec,
    path,
    readFile,
    hasRules: isManaged,
    isImportRetained: (file) => isManaged(file) && isPlainRuleFile(file),
    importers: importersOf(path),
  };
}

/**
 * Writes the references of a rule, as it is stored (`original`), for the file of an export, and cuts a text that the
 * tool would not read whole. Notes what that loses. An imported file whose rule did not change keeps its text.
 *
 * @param formats where to look for the codec of the file first.
 */
export function writeOutputReferences(
  original: Rule,
  output: RuleOutput,
  formats: readonly RuleFormat[],
  sources: ReferenceSources,
): RuleOutput {
  const written = cutUnlessImported(original, writeIn(original, output, formats, sources), sources);
  const { joinedCodec, codec } = output;
  if (joinedCodec === undefined || joinedCodec === codec) return written;
  const joined = writeIn(original, { ...output, codec: joinedCodec, preserved: {} }, formats, sources).rule;
  return { ...written, joined };
}

function cutUnlessImported(original: Rule, output: RuleOutput, { ledger }: ReferenceSources): RuleOutput {
  const { head } = output.preserved;
  const isImported = head !== undefined && isWrittenText(head + output.rule.content, [ledger.get(output.path)?.sha256]);
  return isImported ? output : cutToLimit(original, output);
}

function writeIn(original: Rule, output: RuleOutput, formats: readonly RuleFormat[], sources: ReferenceSources): RuleOutput {
  const { path, codec, preserved } = output;
  const spec = formats.find((format) => format.codec.id === codec.id)?.spec ?? specs.get(codec.id);
  const hasReferences = findReferences(original.content).length > 0 || original.origin.imports === true;
  if (spec === undefined) return output;
  const target = createReferenceTarget(spec, path, sources);
  const isReadWithImports = spec.imports !== undefined || target.importers.length > 0;
  if (!hasReferences && !(isReadWithImports && original.content.includes("@"))) return output;
  const { rule, notes } = writeReferences(original, target);
  const isSame = rule.content === output.rule.content && rule.origin.imports === output.rule.origin.imports;
  if (isSame && notes.length === 0) return output;
  const { imports: _, ...origin } = output.rule.origin;
  const written: Rule = {
    ...output.rule,
    content: rule.content,
    origin: { ...origin, ...(rule.origin.imports === true && { imports: true }) },
  };
  // The content was restored from the imported file.
  const isRestored = output.rule.content !== original.content;
  const isUnchanged = (): boolean => {
    const text = (preserved.head ?? "") + original.content;
    return !hasReferences && isWrittenText(text, [sources.ledger.get(path)?.sha256]);
  };
  return isRestored || isUnchanged() ? { ...output, joined: written } : { ...output, rule: written, notes };
}
