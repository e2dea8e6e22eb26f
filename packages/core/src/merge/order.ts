import { compareText } from "../text/compare-text.ts";
import type { RuleMatch } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { scopeRank } from "../model/scope.ts";
import { baseDepth } from "../model/precedence.ts";

/**
 * `priority`: by scope, then priority, both descending, then by name. `source`: rules that always apply, then those attached by a file, then
 * those asked for or found; within each by root, then path.
 */
export type RuleOrder = "priority" | "source";

/** Step three of resolving. Text compares by code point; the order never depends on locale, on directory order or on arrival. */
export function orderMatches(matches: readonly RuleMatch[], order: RuleOrder = "priority"): readonly RuleMatch[] {
  return matches.toSorted(order === "source" ? compareSource : compareRank);
}

function compareRank(left: RuleMatch, right: RuleMatch): number {
  return (
    scopeRank(right.rule.scope) - scopeRank(left.rule.scope) ||
    right.rule.priority - left.rule.priority ||
    compareText(left.rule.name, right.rule.name) ||
    // Of the files that every directory may have (AGENTS.md) the closest comes last, and so has the last word.
    baseDepth(left.rule) - baseDepth(right.rule) ||
    comparePlace(left.rule, right.rule)
  );
}

function compareSource(left: RuleMatch, right: RuleMatch): number {
  return attachment(left) - attachment(right) || comparePlace(left.rule, right.rule);
}

function attachment({ reason }: RuleMatch): number {
  switch (reason.kind) {
    case "always":
    case "alwaysInside":
      return 0;
    case "fileMatch":
      return 1;
    case "requested":
    case "relevant":
    case "absolute":
      return 2;
  }
}

function comparePlace(left: Rule, right: Rule): number {
  return (
    compareText(left.origin.root ?? "", right.origin.root ?? "") ||
    compareText(left.origin.path ?? "", right.origin.path ?? "") ||
    compareText(left.id, right.id) ||
    compareText(left.origin.store, right.origin.store)
  );
}
