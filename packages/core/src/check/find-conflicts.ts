import { findContradictions } from "./find-contradictions.ts";
import { findDuplicates } from "./find-duplicates.ts";
import { findUnreachableRules } from "./find-unmatched-globs.ts";
import type { Conflict } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { supersededIds } from "../model/status.ts";
import { mergeMatches } from "../merge/merge.ts";

export interface ConflictOptions {
  /** All files of the project, relative to it, with `/` between segments. Absent: no pattern is said to match nothing. */
  readonly files?: readonly string[] | undefined;
}

/**
 * The conflicts among rules, whichever request they apply to: names that are declared twice, texts that are the same, instructions that seem to
 * contradict each other, and patterns that match no file. Rules that are disabled, pending or superseded are in nobody's way, nor are those that an
 * overlay is meant to replace; of rules with one name, only the one that stays is compared with others.
 */
export function findConflicts(rules: readonly Rule[], { files }: ConflictOptions = {}): readonly Conflict[] {
  const { kept, conflicts } = mergeMatches(
    activeRules(rules).map((rule) => ({ rule, reason: { kind: "always" }, matchedFiles: [] })),
  );
  const left = kept.map(({ rule }) => rule);
  return [
    ...conflicts,
    ...findDuplicates(left),
    ...findContradictions(left),
    ...(files === undefined ? [] : findUnreachableRules(left, files)),
  ];
}

/** The rules that may be part of an answer, as far as they alone say. */
export function activeRules(rules: readonly Rule[]): readonly Rule[] {
  const superseded = supersededIds(rules);
  const overlaid = new Set(rules.filter(({ origin }) => origin.overlay === true).map((rule) => `${rule.scope} ${rule.name}`));
  return rules.filter(
    (rule) =>
      rule.enabled &&
      !rule.pending &&
      !superseded.has(rule.id) &&
      (rule.origin.overlay === true || !overlaid.has(`${rule.scope} ${rule.name}`)),
  );
}
