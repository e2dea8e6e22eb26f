import { findContradictions } from "./find-contradictions.ts";
import { findDuplicates } from "./find-duplicates.ts";
import { findUnreachableRules } from "../globs/find-unmatched-globs.ts";
import { type Conflict, type Rule, type ProgressListener, Supersession, mergeMatches } from "@precept/core";

export interface ConflictOptions {
  /** All files of the project, relative to it, with `/` between segments. Absent: unmatched globs are not reported. */
  readonly files?: readonly string[] | undefined;
  /** Receives the number of rules compared. */
  readonly onProgress?: ProgressListener | undefined;
}

/**
 * Finds conflicts between rules, for all requests: duplicate names, duplicate texts, contradicting instructions, and
 * globs that match no file. Rules that are disabled, pending, superseded or replaced by an overlay have no conflicts.
 * Of rules with the same name, only the one with the highest precedence is compared with others.
 */
export function findConflicts(rules: readonly Rule[], { files, onProgress }: ConflictOptions = {}): readonly Conflict[] {
  const { remaining: matches, conflicts } = mergeMatches(
    activeRules(rules).map((rule) => ({ rule, reason: { kind: "always" }, matchedFiles: [] })),
  );
  const remaining = matches.map(({ rule }) => rule);
  return [
    ...conflicts,
    ...findDuplicates(remaining, onProgress),
    ...findContradictions(remaining, onProgress),
    ...(files === undefined ? [] : findUnreachableRules(remaining, files)),
  ];
}

/** The rules that can apply: not disabled, pending, superseded or replaced by an overlay. */
export function activeRules(rules: readonly Rule[]): readonly Rule[] {
  const supersession = new Supersession(rules);
  const overlays = rules.filter(({ origin }) => origin.overlay === true);
  const overlaid = new Set(overlays.map((rule) => `${rule.scope} ${rule.name}`));
  const replaced = new Set(overlays.flatMap(({ origin, replaces }) => replaces.map((id) => `${origin.store} ${id}`)));
  return rules.filter(
    (rule) =>
      rule.enabled &&
      !rule.pending &&
      supersession.by(rule, rule) === undefined &&
      (rule.origin.overlay === true ||
        (!overlaid.has(`${rule.scope} ${rule.name}`) && !replaced.has(`${rule.origin.store} ${rule.id}`))),
  );
}
