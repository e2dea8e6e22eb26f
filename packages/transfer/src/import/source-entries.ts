import type { LedgerEntry } from "../ledger/ledger.ts";
import { getHead } from "./entry-fields.ts";
import type { LinkedSource, SourceGroup } from "./group-sources.ts";
import { type SourceFile, getSourcePath } from "./source-file.ts";
import { isWithin } from "@precept/mdc-compat";

interface EntryInput {
  /** The directory that the rule governs. Undefined for the project. */
  readonly base: string | undefined;
  /** Id of the native rule. */
  readonly id: string;
  /** Returns what a file says differently than the rule. */
  readonly getFields: (source: SourceFile) => Pick<LedgerEntry, "fields">;
}

/** Returns the ledger entries of the files and links of one native rule, by path. */
export function createEntries(
  { files, links }: SourceGroup,
  { base, id, getFields }: EntryInput,
): readonly (readonly [string, LedgerEntry])[] {
  return files.flatMap((source) => {
    const path = getSourcePath(source);
    const linked = links.filter(({ target }) => target === path);
    const entry: LedgerEntry = {
      targets: [...new Set([source.dialect.id, ...linked.flatMap((link) => findServed(link, base))])].toSorted(),
      format: source.format,
      rules: [id],
      sha256: source.file.sha256,
      ...getHead(source.file.text, source.rule.content),
      ...withoutLabel(source, getFields(source)),
    };
    return [[path, entry] as const, ...linked.map((link) => [getSourcePath(link.source), createLinkEntry(link, entry)] as const)];
  });
}

/** Returns the ledger entry of a link to a file with an entry. */
export function createLinkEntry({ source, target }: LinkedSource, { rules, sha256 }: LedgerEntry): LedgerEntry {
  return { targets: [source.dialect.id], format: source.format, rules, sha256, link: target };
}

/** Returns the tool that reads a rule of a directory through a link. A link in a directory below serves the tool only there. */
export function findServed({ source: { dialect, rule } }: LinkedSource, base: string | undefined): readonly string[] {
  return isWithin(base, rule.origin.base) ? [dialect.id] : [];
}

/** Removes the name of a file that has none in its text: as a section of a file with several rules, the rule has its own name. */
function withoutLabel(
  { rule, dialect: { output } }: SourceFile,
  { fields }: Pick<LedgerEntry, "fields">,
): Pick<LedgerEntry, "fields"> {
  if (fields === undefined || output.kind !== "joined" || rule.origin.label !== true)
    return fields === undefined ? {} : { fields };
  const { name: _, ...others } = fields;
  return Object.keys(others).length === 0 ? {} : { fields: others };
}
