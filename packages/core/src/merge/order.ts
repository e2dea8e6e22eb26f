import { scopeRank, type RuleOrder } from "@precept/contract/values";
import { compareText } from "../text/compare-text.ts";
import type { RuleMatch } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { baseDepth } from "../model/precedence.ts";

/** Step 3 of resolving: orders the rules. Compares text by code point, so the order does not depend on the locale. */
export function orderMatches(matches: readonly RuleMatch[], order: RuleOrder = "priority"): readonly RuleMatch[] {
  return matches.toSorted(order === "source" ? compareSource : comparePriority);
}

/** Orders the files that a tool reads as the tool reads them. */
export function orderAsRead(matches: readonly RuleMatch[], positionOf: (rule: Rule) => number): readonly RuleMatch[] {
  return matches.toSorted((left, right) => positionOf(left.rule) - positionOf(right.rule) || comparePath(left.rule, right.rule));
}

function comparePriority(left: RuleMatch, right: RuleMatch): number {
  return (
    scopeRank(right.rule.scope) - scopeRank(left.rule.scope) ||
    right.rule.priority - left.rule.priority ||
    compareText(left.rule.name, right.rule.name) ||
    // Of files that every directory can have (AGENTS.md), the one closest to the request comes last.
    baseDepth(left.rule) - baseDepth(right.rule) ||
    comparePath(left.rule, right.rule)
  );
}

function compareSource(left: RuleMatch, right: RuleMatch): number {
  return attachmentRank(left) - attachmentRank(right) || comparePath(left.rule, right.rule);
}

function attachmentRank({ reason }: RuleMatch): number {
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

function comparePath(left: Rule, right: Rule): number {
  return (
    compareText(left.origin.root ?? "", right.origin.root ?? "") ||
    compareText(left.origin.path ?? "", right.origin.path ?? "") ||
    compareText(left.id, right.id) ||
    compareText(left.origin.store, right.origin.store)
  );
}
