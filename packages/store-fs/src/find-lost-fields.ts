import { isDeepStrictEqual } from "node:util";
import {
  expandBraces,
  inclusionTable,
  isExclusion,
  maxAlternatives,
  type FidelityNote,
  type Rule,
  type RuleDraft,
} from "@precept/core";

/** A field that a file does not store as asked. */
export interface LostField {
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
export function findLostFields(wanted: Rule, read: RuleDraft, notes: readonly FidelityNote[]): readonly LostField[] {
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
export function findStorableFields(before: RuleDraft, wanted: Rule, lost: readonly LostField[]): readonly string[] {
  return (Object.keys(comparisons) as StoredField[]).filter(
    (field) => !isDeepStrictEqual(before[field], wanted[field]) && lost.every((one) => one.field !== field),
  );
}
