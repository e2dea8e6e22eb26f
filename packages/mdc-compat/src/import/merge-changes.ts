import type { Json, Rule, RuleCodec } from "@precept/core";
import type { LedgerEntry } from "../export/ledger.ts";
import { asInFile } from "../export/as-in-file.ts";
import { flattenRule } from "../export/flatten.ts";
import { isSameJson } from "../export/same-json.ts";

interface Edit {
  readonly native: Rule;
  /** What the file says now. */
  readonly edited: Rule;
  readonly entry: LedgerEntry;
  readonly codec: RuleCodec;
  readonly path: string;
  readonly hash: (text: string) => string;
}

const mergeable = ["content", "description", "inclusion", "globs"] as const;

/**
 * The native rule with what somebody changed in a file that was written from it.
 *
 * @returns undefined where the rule was changed as well since then: only a person knows which of the two counts.
 */
export function mergeChanges({ native, edited, entry, codec, path, hash }: Edit): Rule | undefined {
  const { base } = native.origin;
  const isFlat = base !== undefined && !path.startsWith(`${base}/`);
  const printed = asInFile(isFlat ? flattenRule(native) : native, entry);
  const original = entry.head === undefined ? undefined : entry.head + printed.content;
  const { text } = codec.print({ ...printed, targets: [] }, original);
  if (hash(text) !== entry.sha256) return undefined;
  const written = codec.parse({ text, path, file: path }).draft;
  if (written === undefined) return undefined;
  const changed = mergeable.filter((field) => !isSameJson(written[field] as Json, edited[field] as Json));
  // Patterns of the whole project can't be told apart from those of the directory any more.
  if (isFlat && changed.some((field) => field === "globs" || field === "inclusion")) return undefined;
  return { ...native, ...Object.fromEntries(changed.map((field) => [field, edited[field]])) };
}
