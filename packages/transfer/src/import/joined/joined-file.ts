import type { Rule } from "@precept/core";
import type { RuleFormat } from "@precept/mdc-compat";
import { sha256 as hash } from "@precept/files";
import type { LedgerEntry, LedgerSection } from "../../ledger/ledger.ts";
import { printImport, printSection } from "../../print/compose-file.ts";
import { nameSections, splitSections } from "../../print/sections.ts";
import { createReferenceTarget, writeOutputReferences } from "../../print/write-output-references.ts";
import { readReferences, type ReadReferencesResult } from "../../references/read-references.ts";
import type { PlanImportOptions } from "../import-plan.ts";
import { findHeading, getSourcePath, type SourceFile } from "../source-file.ts";
import { findSectionEdits, type AddedText, type SectionEdit } from "./section-edits.ts";

/** The content of a rule that was edited in a file, in the syntax of native rules. */
export interface ContentEdit {
  readonly rule: string;
  /** The present contents. None if the file no longer has the rule; several if it has it several times. */
  readonly contents: readonly string[];
  /** The content of the last export. Absent if it is not known. */
  readonly base?: string;
  /** Whether the content may contain another rule, whose marker is missing. */
  readonly isUnclear: boolean;
  /** Files whose text is inserted into the rule, and was edited there. */
  readonly editedFiles: readonly string[];
  /** The section as the ledger has it after the import. Absent if the section was removed, or occurs several times. */
  readonly section?: LedgerSection;
}

/** A file with several rules that was edited since it was exported. */
export interface JoinedFile {
  readonly path: string;
  readonly source: SourceFile;
  readonly entry: LedgerEntry;
  readonly edits: readonly ContentEdit[];
  /** Texts that belong to no rule, as sources of new rules. Their paths have a line number: `AGENTS.md:12`. */
  readonly added: readonly (AddedText & { readonly source: SourceFile })[];
}

interface Context {
  readonly path: string;
  readonly format: RuleFormat;
  readonly options: PlanImportOptions;
}

/** Compares a file that has sections with its rules and its last export. Returns undefined for other files. */
export function readJoinedFile(source: SourceFile, options: PlanImportOptions): JoinedFile | undefined {
  const path = getSourcePath(source);
  const entry = options.ledger.get(path);
  const format = source.dialect.formats.find(({ codec }) => codec.id === source.format);
  if (entry?.sections === undefined || format === undefined) return undefined;
  const context = { path, format, options };
  const bases = splitSections(options.getBase?.(entry.sha256) ?? "").sections;
  const { edits, added } = findSectionEdits(withoutImport(source.file.text, entry), entry.sections, (section) => [
    ...bases.filter(({ name }) => name === section.name).map(({ text }) => text),
    ...printNative(section, context),
  ]);
  return {
    path,
    source,
    entry,
    edits: edits.map((edit) => toContentEdit(edit, context)),
    added: added.map((text) => ({ ...text, source: createSource(source, text, context) })),
  };
}

/** Empties the line with which the file imports another one: it is no text of a rule. */
function withoutImport(text: string, { imports }: LedgerEntry): string {
  if (imports === undefined) return text;
  const line = printImport(imports);
  return text.replace(/^.*$/gm, (one) => (one.trim() === line ? "" : one));
}

/**
 * Returns the ledger entry of a joined file after an import. A file with open conflicts still counts as edited.
 *
 * @param addedRules the ids of the rules of the added texts. Undefined: the text becomes no rule.
 */
export function updateJoinedEntry(
  { entry, edits, added, source }: JoinedFile,
  taken: ReadonlySet<ContentEdit>,
  addedRules: readonly (string | undefined)[],
): LedgerEntry {
  const { sections = [] } = entry;
  const known = new Set(sections.map(({ rule }) => rule));
  const updated = sections.flatMap((section) => {
    const edit = edits.find(({ rule }) => rule === section.rule);
    return edit === undefined || !taken.has(edit) ? [section] : (edit.section ?? []);
  });
  const named = new Set(sections.map(({ name }) => name));
  for (const [at, { text, name }] of added.entries()) {
    const rule = addedRules[at];
    if (rule === undefined || known.has(rule)) continue;
    known.add(rule);
    const [chosen = rule] = nameSections([...named, name ?? rule]).slice(-1);
    named.add(chosen);
    updated.push({ rule, name: chosen, sha256: hash(text) });
  }
  const isComplete = edits.every((edit) => taken.has(edit)) && !addedRules.includes(undefined);
  return {
    ...entry,
    rules: updated.map(({ rule }) => rule),
    sections: updated,
    ...(isComplete && { sha256: source.file.sha256 }),
  };
}

/** Prints the section of a rule as an export does now. Empty if the rule does not exist. */
function printNative({ rule: id, heading }: LedgerSection, { path, format, options }: Context): readonly string[] {
  const native = options.natives.get(id);
  if (native === undefined) return [];
  const output = { path, codec: format.codec, rule: native, preserved: {} };
  return [printSection(writeOutputReferences(native, output, [format], options).rule, format.codec, heading)];
}

function toContentEdit({ section, texts, base, isUnclear, sha256 }: SectionEdit, context: Context): ContentEdit {
  const native = context.options.natives.get(section.rule);
  const isNativeUnchanged = printNative(section, context).some((text) => hash(text) === section.sha256);
  const read = texts.map((text) => readContent(text, native, base, context));
  const baseContent = isNativeUnchanged ? native?.content : base && readContent(base, native, base, context).content;
  return {
    rule: section.rule,
    contents: read.map(({ content }) => content),
    isUnclear,
    editedFiles: read.flatMap(({ edited }) => edited),
    ...(baseContent !== undefined && { base: baseContent }),
    ...(sha256 !== undefined && { section: { ...section, sha256 } }),
  };
}

function readContent(text: string, native: Rule | undefined, base = "", context: Context): ReadReferencesResult {
  const { path, format, options } = context;
  const content = parseContent(text, context);
  if (native === undefined) return { content, edited: [] };
  return readReferences(content, {
    ...createReferenceTarget(format.spec, path, options),
    native,
    base: parseContent(base, context),
  });
}

function parseContent(text: string, { path, format }: Context): string {
  return format.codec.parse({ text, path, file: path }).draft?.content ?? text;
}

function createSource(source: SourceFile, { text, name, line }: AddedText, context: Context): SourceFile {
  const content = parseContent(text, context);
  const ruleName = name ?? findHeading(content) ?? source.rule.name;
  const { label: _, ...origin } = source.rule.origin;
  return {
    ...source,
    inRoot: `${ruleName.replaceAll("/", "-")}.md`,
    rule: { ...source.rule, name: ruleName, content: `${content}\n`, origin: { ...origin, path: `${context.path}:${line}` } },
  };
}
