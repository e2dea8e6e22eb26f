import type { Json, Rule, RuleDraft } from "@precept/core";
import { isWithin } from "@precept/mdc-compat";
import { isSameJson } from "../ledger/same-text.ts";
import type { LedgerEntry } from "../ledger/ledger.ts";
import type { ChangedEntries } from "./import-plan.ts";
import { getSourcePath, type LinkedSource, type SourceGroup } from "./source-file.ts";

export function getHead(text: string, content: string): Pick<LedgerEntry, "head"> {
  return text.endsWith(content) ? { head: text.slice(0, text.length - content.length) } : {};
}

const comparedFields = [
  "name",
  "description",
  "content",
  "inclusion",
  "globs",
  "enabled",
  "contexts",
  "targets",
  "metadata",
] as const;

/** Returns the fields in which the native rule differs from the imported file, for the ledger. */
export function compareFields(rule: Rule, native: RuleDraft | undefined): Pick<LedgerEntry, "fields"> {
  if (native === undefined) return {};
  const differing = comparedFields.filter((field) => !isSameJson(native[field], rule[field]));
  return withFields(differing.map((field) => [field, { rule: native[field], file: rule[field] }] as const));
}

function withFields(
  fields: readonly (readonly [string, NonNullable<LedgerEntry["fields"]>[string]])[],
): Pick<LedgerEntry, "fields"> {
  return fields.length === 0 ? {} : { fields: Object.fromEntries(fields) };
}

interface EntryRule {
  readonly id: string;
  /** The directory that the rule governs. Undefined for the project. */
  readonly base: string | undefined;
  readonly draft: RuleDraft | undefined;
  /** Whether its text is merged from different texts: the next export writes it to the files. */
  readonly isMerged: boolean;
}

export function createEntries({ files, links }: SourceGroup, { id, base, draft, isMerged }: EntryRule): ChangedEntries {
  return files.flatMap((source) => {
    const path = getSourcePath(source);
    const linked = links.filter(({ target }) => target === path);
    const { dialect, rule } = source;
    const fields = Object.entries(compareFields(rule, draft).fields ?? {}).filter(([field]) => {
      if (field === "content") return !isMerged;
      // A file without a name in its text: as a section of a file with several rules, the rule has its own name.
      return field !== "name" || dialect.output?.kind !== "joined" || rule.origin.label !== true;
    });
    const entry: LedgerEntry = {
      targets: [...new Set([dialect.id, ...linked.flatMap((link) => findServed(link, base))])].toSorted(),
      format: source.format,
      rules: [id],
      sha256: source.file.sha256,
      ...getHead(source.file.text, rule.content),
      ...withFields(fields),
    };
    return [[path, entry] as const, ...linked.map((link) => [getSourcePath(link.source), createLinkEntry(link, entry)] as const)];
  });
}

export function createLinkEntry({ source, target }: LinkedSource, { rules, sha256 }: LedgerEntry): LedgerEntry {
  return { targets: [source.dialect.id], format: source.format, rules, sha256, link: target };
}

/** Returns the tool of a link, unless the link is in a directory below the directory of the rule. */
export function findServed({ source: { dialect, rule } }: LinkedSource, base: string | undefined): readonly string[] {
  return isWithin(base, rule.origin.base) ? [dialect.id] : [];
}

const conditions = ["inclusion", "globs", "contexts", "targets"] as const;

/** Records the conditions that a file has, so that exports do not change them with the conditions of its rule. */
export function preserveConditions(entry: LedgerEntry, before: Rule, after: RuleDraft): LedgerEntry {
  const fields: Record<string, { readonly rule: Json; readonly file: Json }> = { ...entry.fields };
  for (const field of conditions) {
    if (isSameJson(before[field], after[field])) continue;
    const known = fields[field];
    if (known === undefined) fields[field] = { rule: after[field], file: before[field] };
    else if (isSameJson(known.rule, before[field])) fields[field] = { ...known, rule: after[field] };
  }
  return { ...entry, ...withFields(Object.entries(fields)) };
}
