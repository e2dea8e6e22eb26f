import type { Rule, RuleCodec, RuleDraft } from "@precept/core";
import type { LedgerEntry } from "../export/ledger.ts";
import { restoreFileFields } from "../export/restore-file-fields.ts";
import { flattenRule } from "../export/flatten-rule.ts";
import { isSameJson } from "../export/is-same-json.ts";
import { isSameText, isWrittenText, withLineEndsOf } from "../export/line-ends.ts";

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
  if (!isWrittenText(text, [entry.sha256], hash)) return undefined;
  const exported = codec.parse({ text, path, file: path }).draft;
  if (exported === undefined) return undefined;
  const changes = { ...edited, content: withLineEndsOf(native.content, edited.content) };
  const changed = mergedFields.filter((field) => !isSame(exported, changes, field));
  // The patterns in the file are relative to the project root. They cannot be converted back to patterns of the subdirectory.
  if (isFlat && changed.some((field) => field === "globs" || field === "inclusion")) return undefined;
  return { ...native, ...Object.fromEntries(changed.map((field) => [field, changes[field]])) };
}

function isSame(exported: RuleDraft, edited: Rule, field: (typeof mergedFields)[number]): boolean {
  if (field === "content") return isSameText(exported.content, edited.content);
  return isSameJson(exported[field], edited[field]);
}
