import type { Json, Rule, RuleCodec } from "@precept/core";
import type { LedgerEntry } from "../export/ledger.ts";
import { restoreFileFields } from "../export/restore-file-fields.ts";
import { flattenRule } from "../export/flatten-rule.ts";
import { isSameJson } from "../export/is-same-json.ts";

interface MergeInput {
  readonly native: Rule;
  /** The rule in the edited file. */
  readonly edited: Rule;
  /** The ledger entry of the file. */
  readonly entry: LedgerEntry;
  readonly codec: RuleCodec;
  readonly path: string;
  readonly hash: (text: string) => string;
}

const mergedFields = ["content", "description", "inclusion", "globs"] as const;

/**
 * Applies the edits of an exported file to its native rule.
 *
 * @returns undefined if there is a conflict: the native rule was changed since the export too.
 */
export function mergeChanges({ native, edited, entry, codec, path, hash }: MergeInput): Rule | undefined {
  const { base } = native.origin;
  const isFlat = base !== undefined && !path.startsWith(`${base}/`);
  const printed = restoreFileFields(isFlat ? flattenRule(native) : native, entry);
  const original = entry.head === undefined ? undefined : entry.head + printed.content;
  const { text } = codec.print({ ...printed, targets: [] }, original);
  if (hash(text) !== entry.sha256) return undefined;
  const exported = codec.parse({ text, path, file: path }).draft;
  if (exported === undefined) return undefined;
  const changed = mergedFields.filter((field) => !isSameJson(exported[field] as Json, edited[field] as Json));
  // The patterns in the file are relative to the project root. They cannot be converted back to patterns of the subdirectory.
  if (isFlat && changed.some((field) => field === "globs" || field === "inclusion")) return undefined;
  return { ...native, ...Object.fromEntries(changed.map((field) => [field, edited[field]])) };
}
