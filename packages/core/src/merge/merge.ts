import type { Conflict, RuleMatch, SkippedRule } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { comparePrecedence } from "../model/precedence.ts";
import { compareText } from "../text/compare-text.ts";

export interface MergeOutcome {
  readonly remaining: readonly RuleMatch[];
  /** The rules that a rule of the same name shadows or overrides. */
  readonly shadowed: readonly SkippedRule[];
  readonly conflicts: readonly Conflict[];
}

/**
 * Step 2 of resolving: of the rules that declare the same name, keeps the one with the highest precedence: highest
 * scope, then personal overlay, deeper directory, earlier root. If it has `override: true`, the others are overridden,
 * else they are shadowed, which is a conflict. Names that come from file names are labels and are not merged.
 */
export function mergeMatches(matches: readonly RuleMatch[]): MergeOutcome {
  if (!haveDuplicates(matches)) return { remaining: matches, shadowed: [], conflicts: [] };
  const declared = matches.filter(({ rule }) => rule.origin.label !== true);
  const byName = Map.groupBy(declared, ({ rule }) => rule.name);
  const shadowed: SkippedRule[] = [];
  const conflicts: Conflict[] = [];
  const duplicates = [...byName].filter(([, group]) => group.length > 1).toSorted(([left], [right]) => compareText(left, right));
  for (const [, group] of duplicates) {
    const [winner, ...losers] = group.map((match) => match.rule).toSorted(comparePrecedence);
    if (winner === undefined) continue;
    for (const rule of losers) {
      shadowed.push({ rule, reason: { kind: winner.override ? "overridden" : "shadowed", by: winner.id, scope: winner.scope } });
      if (!winner.override) conflicts.push(nameConflict(winner, rule));
    }
  }
  const dropped = new Set(shadowed.map(({ rule }) => rule));
  return { remaining: matches.filter((match) => !dropped.has(match.rule)), shadowed, conflicts };
}

function haveDuplicates(matches: readonly RuleMatch[]): boolean {
  const names = new Set<string>();
  for (const { rule } of matches) {
    if (rule.origin.label === true) continue;
    if (names.has(rule.name)) return true;
    names.add(rule.name);
  }
  return false;
}

function nameConflict(winner: Rule, loser: Rule): Conflict {
  const kind = winner.scope === loser.scope ? "duplicateName" : "shadowed";
  const detail =
    kind === "shadowed"
      ? `"${winner.name}" is declared at ${winner.scope} and at ${loser.scope} scope; the ${winner.scope} rule applies. ` +
        "Add `override: true` to it if this is intended."
      : `"${winner.name}" is declared twice at ${winner.scope} scope; ${pathOf(winner)} applies and ${pathOf(loser)} does not.`;
  return { kind, ids: [winner.id, loser.id], names: [winner.name, loser.name], winner: winner.id, detail };
}

function pathOf(rule: Rule): string {
  return rule.origin.path ?? rule.id;
}
