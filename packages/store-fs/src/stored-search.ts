import { collectWords, tenantKey, type Diagnostic, type Rule, type Tenant } from "@precept/core";
import {
  noFile,
  writeSections,
  type FileStatus,
  type SectionName,
  type SnapshotEntry,
  type SnapshotLocation,
} from "@precept/files";
import { digestBytes, type OwnedRules, type SharedFields } from "./stored-rules.ts";
import type { ListingRecord } from "./listing-record.ts";
import type { LoadRecord } from "./load-record.ts";
import { describeRoot } from "./remembered-rules.ts";
import type { StoreRoots } from "./resolved-root.ts";

/** The rules of an owner, by document. Their numbers are in the bytes of the section, see `printOwners`. */
export interface StoredOwner {
  readonly owner: Tenant;
  readonly names: readonly string[];
  readonly ids: readonly string[];
  readonly terms: readonly string[];
}

/** What depends on a root. */
export interface StoredRoot {
  readonly record: ListingRecord;
  /** The number of files. */
  readonly files: number;
  /** The files that are skipped, as messages show them. */
  readonly skipped: readonly string[];
}

/** What a search needs of all rules. The section has a value with this content, then the directories and files by root. */
export interface StoredSearch {
  readonly roots: readonly StoredRoot[];
  readonly diagnostics: readonly Diagnostic[];
  readonly fields: readonly SharedFields[];
  readonly owners: readonly StoredOwner[];
}

export const searchSection: SectionName = "search";

/** The words are in a separate file: they change with each rule, and the file of the rules is large. */
export function searchLocation(location: SnapshotLocation): SnapshotLocation {
  return { ...location, part: "search" };
}

export function searchKey({ roots }: StoreRoots): string {
  return JSON.stringify(roots.map(describeRoot));
}

interface DescribedRules {
  readonly fields: readonly SharedFields[];
  readonly owners: readonly OwnedRules[];
}

/** Groups rules by owner, in their order, with what a search needs of them. @param fileOf the position of its file. */
export function describeRules(rules: readonly Rule[], fileOf: (rule: Rule) => number): DescribedRules {
  const fields = new Map<string, number>();
  const fieldsOf = (rule: Rule): number => {
    const key = JSON.stringify(sharedFieldsOf(rule));
    const number = fields.get(key) ?? fields.size;
    fields.set(key, number);
    return number;
  };
  const owners = [...Map.groupBy(rules, tenantKey).values()].map((owned): OwnedRules => {
    const [{ projectId, userId } = {}] = owned;
    return {
      owner: { ...(projectId !== undefined && { projectId }), ...(userId !== undefined && { userId }) },
      names: owned.map(({ name }) => name),
      words: collectWords(owned),
      fields: Uint32Array.from(owned, fieldsOf),
      files: Uint32Array.from(owned, fileOf),
      digests: Buffer.from(owned.map(({ origin }) => origin.sha256 ?? "").join(""), "hex"),
    };
  });
  return { fields: Array.from(fields.keys(), (key) => JSON.parse(key) as SharedFields), owners };
}

function sharedFieldsOf(rule: Rule): SharedFields {
  const { scope, inclusion, enabled, pending, category, authority, projectId, userId, targets, contexts, tags } = rule;
  const { store } = rule.origin;
  return {
    scope,
    inclusion,
    enabled,
    pending,
    authority,
    targets,
    contexts,
    tags,
    origin: { store },
    ...(category !== undefined && { category }),
    ...(projectId !== undefined && { projectId }),
    ...(userId !== undefined && { userId }),
  };
}

/** Stores what a search needs. Does nothing if a file changed a moment ago, or what a link leads to is a rule. */
export async function storeSearch(
  storeRoots: StoreRoots,
  location: SnapshotLocation,
  { plan, statusOf, recorders, listings }: LoadRecord,
  { fields, owners, diagnostics }: DescribedRules & Pick<StoredSearch, "diagnostics">,
): Promise<void> {
  const entries: SnapshotEntry[] = [];
  const add = (path: string, status: FileStatus | undefined): void => {
    entries.push({ path, status: status ?? [-1, 0, 0, 0] });
  };
  const roots = storeRoots.roots.map((root): StoredRoot | undefined => {
    const [recorder, listing] = [recorders.get(root), listings.get(root)];
    if (recorder === undefined || listing === undefined) return undefined;
    const record = recorder.recordOf(root, listing);
    if ("dirs" in record) for (const [dir, status] of recorder.statuses) add(dir, status);
    const files = plan.filter((planned) => planned.root === root);
    for (const planned of files) add(planned.found.path, planned.found.real === undefined ? statusOf(planned) : undefined);
    return { record, files: files.length, skipped: recorder.skipped };
  });
  // Nothing is certain of files that changed a moment ago.
  if (entries.some(({ status, path }) => status[0] === -1 || path.includes("\0"))) return;
  const known = roots.filter((root) => root !== undefined);
  if (known.length < roots.length) return;
  const printed = printOwners(owners);
  const value = JSON.stringify({ roots: known, diagnostics, fields, owners: printed.owners } satisfies StoredSearch);
  const content: SnapshotEntry = { path: "", status: noFile, value };
  const sections = { [searchSection]: [content, ...entries] };
  await writeSections(searchLocation(location), searchKey(storeRoots), sections, { [searchSection]: printed.bytes });
}

/** Divides the rules into texts, and the bytes with their numbers: 32 bits each, the digests and the postings. */
function printOwners(owners: readonly OwnedRules[]): { readonly owners: readonly StoredOwner[]; readonly bytes: Uint8Array } {
  const parts = owners.flatMap(({ words: { lengths, starts, postings }, fields, files, digests }) => [
    ...[lengths, starts, fields, files, digests].map((one) => Buffer.from(one.buffer, one.byteOffset, one.byteLength)),
    Buffer.concat([postings], padded(postings.length)),
  ]);
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  const texts = owners.map(({ owner, names, words: { ids, terms } }) => ({ owner, names, ids, terms }));
  return { owners: texts, bytes: Buffer.concat(parts, Math.ceil(size / 8) * 8) };
}

/** Reads what `printOwners` printed. @param bytes aligned to 4 bytes. */
export function parseOwners(owners: readonly StoredOwner[], { buffer, byteOffset }: Uint8Array): readonly OwnedRules[] {
  let at = byteOffset;
  const take = (count: number): Uint32Array => {
    const numbers = new Uint32Array(buffer, at, count);
    at += numbers.byteLength;
    return numbers;
  };
  return owners.map(({ owner, names, ids, terms }) => {
    const lengths = take(ids.length);
    const starts = take(terms.length + 1);
    const fields = take(ids.length);
    const files = take(ids.length);
    const digests = new Uint8Array(buffer, at, ids.length * digestBytes);
    at += digests.length;
    const postings = new Uint8Array(buffer, at, starts.at(-1));
    at += padded(postings.length);
    return { owner, names, fields, files, digests, words: { ids, terms, lengths, starts, postings } };
  });
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}
