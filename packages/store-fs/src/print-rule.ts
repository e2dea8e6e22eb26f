import { isDeepStrictEqual } from "node:util";
import {
  pushAll,
  formatNumber,
  PreceptError,
  type FidelityNote,
  type Rule,
  type RuleCodec,
  type RuleDraft,
  expandBraces,
  inclusionTable,
  isExclusion,
  maxAlternatives,
} from "@precept/core";
import type { ResolvedRoot } from "./resolved-root.ts";

/**
 * Prints a rule with the codec of its root, and checks that the text parses back to the rule.
 *
 * @param original the current text of the file. Default: the file is new.
 * @throws PreceptError `RULE_FIELDS_NOT_STORED` if the format cannot store a field; `RULE_INVALID` if the file would
 *   not express the rule for another reason, or is too large.
 */
export function printRule(rule: Rule, root: ResolvedRoot, relativePath: string, original?: string): string {
  const { codec } = root.options;
  const parse = (text: string) => codec.parse({ text, path: relativePath, file: relativePath });
  const before = original === undefined ? undefined : parse(original).draft;
  const wanted = omitRootUser(rule, root, before);
  const { text, notes } = codec.print(wanted, original);
  const { draft, diagnostics } = parse(text);
  const path = root.displayPath === "." ? relativePath : `${root.displayPath}/${relativePath}`;
  if (draft !== undefined) assertFieldsStored({ wanted, before, read: draft, notes, path }, codec);
  const refused = notes.filter((note) => note.kind === "meaning").map((note) => `${note.field}: ${note.message}`);
  const bytes = Buffer.byteLength(text);
  if (bytes > root.maxBytes)
    refused.push(
      `content: ${formatNumber(bytes)} bytes exceed the limit of ${formatNumber(root.maxBytes)} for ${codec.title} files`,
    );
  if (text.includes("\0")) refused.push("content: it contains a NUL character");
  if (draft === undefined)
    pushAll(
      refused,
      diagnostics.map(({ message }) => `file: ${message}`),
    );
  else if (draft.label && original !== undefined && draft.name !== rule.name) {
    refused.push(`name: a ${codec.title} rule is named after its file; rename the file`);
  }
  if (refused.length > 0) throw new PreceptError("RULE_INVALID", { name: rule.name, reasons: refused });
  return text;
}

interface PrintedRule {
  readonly wanted: Rule;
  /** The rule in the file. Absent if the file is new. */
  readonly before: RuleDraft | undefined;
  readonly read: RuleDraft;
  readonly notes: readonly FidelityNote[];
  readonly path: string;
}

function assertFieldsStored({ wanted, before, read, notes, path }: PrintedRule, { id, title }: RuleCodec): void {
  const lost = findLostFields(wanted, read, notes);
  if (lost.length === 0) return;
  throw new PreceptError("RULE_FIELDS_NOT_STORED", {
    name: wanted.name,
    path,
    dialect: id,
    format: title,
    fields: lost.map(({ field }) => field),
    reasons: lost.flatMap(({ reason }) => (reason === "" ? [] : [reason])),
    storable: before === undefined ? [] : findStorableFields(before, wanted, lost),
  });
}

/** Removes the user id that a rule only has from its root, because its file does not name a user. */
function omitRootUser(rule: Rule, { options: { userId } }: ResolvedRoot, before: RuleDraft | undefined): Rule {
  if (userId === undefined || rule.userId !== userId || before?.userId !== undefined) return rule;
  const { userId: _, ...others } = rule;
  return others;
}

/** A field that a file does not store as asked. */
interface LostField {
  readonly field: StoredField;
  /** Why, as complete sentences. Empty if the format gives no reason. */
  readonly reason: string;
}

/** The fields that a file does not decide: they come from its location, or only record how the rule came about. */
const notStored = ["name", "label", "scope", "id", "origin", "createdAt", "updatedAt", "source", "version"] as const;

type StoredField = Exclude<keyof RuleDraft, (typeof notStored)[number]>;

type Comparison = (wanted: Rule, read: RuleDraft) => boolean;

/** Whether a file stores a field as asked, for the fields that formats write in another way. Others must be equal. */
const comparisons: { readonly [Field in StoredField]?: Comparison } = {
  content: ({ content }, read) => content === read.content || withoutBackticks(content) === withoutBackticks(read.content),
  // A format that needs a description writes another one for an empty one.
  description: ({ description }, read) =>
    description.trim() === "" || withSingleSpaces(description) === withSingleSpaces(read.description),
  // In a rule of another inclusion, patterns have no effect.
  globs: ({ globs, inclusion }, read) =>
    inclusionTable[inclusion].trigger !== "files" || isDeepStrictEqual(normalGlobs(globs), normalGlobs(read.globs)),
};

/** Finds the fields in which a rule that is read back from its file differs from the rule that was to be stored. */
function findLostFields(wanted: Rule, read: RuleDraft, notes: readonly FidelityNote[]): readonly LostField[] {
  const fields = new Set([...Object.keys(wanted), ...Object.keys(read)]);
  for (const field of notStored) fields.delete(field);
  const differing = ([...fields] as StoredField[]).filter(
    (field) => !(comparisons[field]?.(wanted, read) ?? isDeepStrictEqual(wanted[field], read[field])),
  );
  return differing.map((field) => ({
    field,
    reason: notes
      .filter((note) => note.field === field)
      .map(({ message }) => message)
      .join(" "),
  }));
}

/** Some formats put words in backticks that their tool would take for the name of a file to import. */
function withoutBackticks(text: string): string {
  return text.replaceAll("`", "");
}

function withSingleSpaces(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The patterns without braces, and with the same spelling for the same meaning, in order of their texts. */
function normalGlobs(globs: readonly string[]): readonly string[] {
  const normal = globs.flatMap((glob) => {
    const start = isExclusion(glob) ? "!" : "";
    const patterns = expandBraces(glob.slice(start.length), maxAlternatives) ?? [glob.slice(start.length)];
    return patterns.map((pattern) => start + normalGlob(pattern));
  });
  return [...new Set(normal)].toSorted();
}

function normalGlob(pattern: string): string {
  if (!pattern.includes("/")) return `**/${pattern}`;
  return pattern
    .replace(/^(?:\.\/)?\/*/, "")
    .replace(/\/$/, "/**")
    .replace(/(?:\*\*\/){2,}/g, "**/");
}

/** The fields that a change sets, and that the file stores. */
function findStorableFields(before: RuleDraft, wanted: Rule, lost: readonly LostField[]): readonly string[] {
  return (Object.keys(comparisons) as StoredField[]).filter(
    (field) => !isDeepStrictEqual(before[field], wanted[field]) && lost.every((one) => one.field !== field),
  );
}
