import type { Conflict } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { supersededIds } from "../model/status.ts";
import { mergeMatches } from "./merge.ts";

/**
 * The conflicts among rules, whichever request they apply to: what a request with all of them would have. Rules that are disabled, pending or
 * superseded are in nobody's way, nor are those that an overlay is meant to replace.
 */
export function findConflicts(rules: readonly Rule[]): readonly Conflict[] {
  const superseded = supersededIds(rules);
  const overlaid = new Set(rules.filter(({ origin }) => origin.overlay === true).map((rule) => `${rule.scope} ${rule.name}`));
  const live = rules.filter(
    (rule) =>
      rule.enabled &&
      !rule.pending &&
      !superseded.has(rule.id) &&
      (rule.origin.overlay === true || !overlaid.has(`${rule.scope} ${rule.name}`)),
  );
  return mergeMatches(live.map((rule) => ({ rule, reason: { kind: "always" }, matchedFiles: [] }))).conflicts;
}
