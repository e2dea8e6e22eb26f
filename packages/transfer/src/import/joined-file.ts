import type { Rule, RuleCodec } from "@precept/core";
import { printSection } from "../print/compose-file.ts";
import type { LedgerEntry, LedgerSection } from "../ledger/ledger.ts";
import { nameSections, splitSections } from "../print/sections.ts";
import { writeOutputReferences } from "../print/write-output-references.ts";
import type { RuleFormat } from "@precept/mdc-compat";
import { notReadable } from "../references/included-text.ts";
import { readReferences } from "../references/read-references.ts";
import { findHeading } from "./find-heading.ts";
import type { PlanImportOptions } from "./import-plan.ts";
import { type SourceFile, getSourcePath } from "./source-file.ts";
import { findSectionEdits, type AddedText, type SectionEdit } from "./section-edits.ts";

/** The content of a rule that was edited in a file, in the syntax of native rules. */
export interface ContentEdit {
  /** Id of the rule. */
  readonly rule: string;
  /** The file, relative to the project. */
  readonly path: string;
  /** The present contents. None if the file no longer has the rule; several if it has it several times. */
  readonly contents: readonly string[];
  /** The content of the last export. Absent if it is not known. */
  readonly base?: string;
  /** Whether the content may contain that of another rule, whose marker is missing. */
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
  /** Texts that belong to none of the rules, as sources of new rules. Their paths have a line number: `AGENTS.md:12`. */
  readonly added: readonly (AddedText & { readonly source: SourceFile })[];
}

/** Compares a file that has sections with its rules and its last export. Returns undefined for other files. */
export function readJoinedFile(source: SourceFile, options: PlanImportOptions): JoinedFile | undefined {
  const path = getSourcePath(source);
  const entry = options.ledger.get(path);
  const format = source.dialect.formats.find(({ codec }) => codec.id === source.format);
  const sections = entry?.sections;
  if (entry === undefined || sections === undefined || format === undefined) return undefined;
  const reader = new SectionReader(path, format, options);
  const base = splitSections(options.getBase?.(path, entry.sha256) ?? "").sections;
  const { edits, added } = findSectionEdits(source.file.text, sections, {
    hash: options.hash,
    getTexts: (section) => [
      ...base.filter(({ name }) => name === section.name).map(({ text }) => text),
      ...reader.printNative(section),
    ],
  });
  return {
    path,
    source,
    entry,
    edits: edits.map((edit) => reader.read(edit)),
    added: added.map((text) => ({ ...text, source: createSource(source, path, text, format.codec) })),
  };
}

/** Returns the ledger entry of a joined file after an import. A file with open conflicts still counts as edited. */
export function updateJoinedEntry(
  { entry, edits, added, source }: JoinedFile,
  taken: ReadonlySet<ContentEdit>,
  addedRules: readonly (string | undefined)[],
  hash: (text: string) => string,
): LedgerEntry {
  const { sections = [] } = entry;
  const known = new Set(sections.map(({ rule }) => rule));
  const updated = sections.flatMap((section) => {
    const edit = edits.find(({ rule }) => rule === section.rule);
    if (edit === undefined || !taken.has(edit)) return [section];
    return edit.section === undefined ? [] : [edit.section];
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
  const isComplete = edits.every((edit) => taken.has(edit)) && addedRules.every((rule) => rule !== undefined);
  return {
    ...entry,
    rules: updated.map(({ rule }) => rule),
    sections: updated,
    ...(isComplete && { sha256: source.file.sha256 }),
  };
}

class SectionReader {
  readonly #path: string;
  readonly #format: RuleFormat;
  readonly #options: PlanImportOptions;

  constructor(path: string, format: RuleFormat, options: PlanImportOptions) {
    this.#path = path;
    this.#format = format;
    this.#options = options;
  }

  /** Prints the section of a rule as an export does now. */
  printNative({ rule: id, heading }: LedgerSection): readonly string[] {
    const native = this.#options.natives.get(id);
    if (native === undefined) return [];
    const { codec } = this.#format;
    const { readReference = notReadable, ledger, hash } = this.#options;
    const output = { path: this.#path, codec, rule: native, preserved: {} };
    const request = { readReference, ledger, hash };
    const { rule } = writeOutputReferences(native, output, [this.#format], request);
    return [printSection(rule, codec, heading)];
  }

  /** Converts an edit to contents of the native rule. */
  read({ section, texts, base, isUnclear, sha256 }: SectionEdit): ContentEdit {
    const native = this.#options.natives.get(section.rule);
    const isNativeUnchanged = this.printNative(section).some((text) => this.#options.hash(text) === section.sha256);
    const read = texts.map((text) => this.#readContent(text, native, base));
    const baseContent = isNativeUnchanged ? native?.content : base && this.#readContent(base, native, base).content;
    return {
      rule: section.rule,
      path: this.#path,
      contents: read.map(({ content }) => content),
      isUnclear,
      editedFiles: read.flatMap(({ edited }) => edited),
      ...(baseContent !== undefined && { base: baseContent }),
      ...(sha256 !== undefined && { section: { ...section, sha256 } }),
    };
  }

  #readContent(text: string, native: Rule | undefined, base = ""): ReturnType<typeof readReferences> {
    const { codec, spec } = this.#format;
    const parse = (one: string): string => codec.parse({ text: one, path: this.#path, file: this.#path }).draft?.content ?? one;
    if (native === undefined) return { content: parse(text), edited: [] };
    const { readReference: readFile = notReadable, ledger } = this.#options;
    return readReferences(parse(text), {
      native,
      spec,
      path: this.#path,
      readFile,
      hasRules: (file) => ledger.has(file),
      base: parse(base),
    });
  }
}

/** Returns a source for a text of a file, from which a rule of its own is planned. */
function createSource(source: SourceFile, path: string, { text, name, line }: AddedText, codec: RuleCodec): SourceFile {
  const content = codec.parse({ text, path, file: path }).draft?.content ?? text;
  const ruleName = name ?? findHeading(content) ?? source.rule.name;
  const { label: _, ...origin } = source.rule.origin;
  return {
    ...source,
    inRoot: `${ruleName.replaceAll("/", "-")}.md`,
    rule: { ...source.rule, name: ruleName, content: `${content}\n`, origin: { ...origin, path: `${path}:${line}` } },
  };
}
