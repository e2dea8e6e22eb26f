import type { Conflict, RuleMatch, SkippedRule } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { comparePrecedence } from "../model/precedence.ts";
import { compareText } from "../text/compare-text.ts";

export interface MergeOutcome {
  readonly kept: readonly RuleMatch[];
  readonly lost: readonly SkippedRule[];
  readonly conflicts: readonly Conflict[];
}

/**
 * Step two of resolving: of the rules that declare the same name, one stays. The highest scope wins; within a scope the personal overlay,
 * then the root that governs the deeper directory, then the earlier root. A loser is *overridden* where the winner says `override: true`,
 * else it is a conflict. Names that only come from file names are labels and never merge.
 */
export function mergeMatches(matches: readonly RuleMatch[]): MergeOutcome {
  const claims = new Map<string, RuleMatch[]>();
  for (const match of matches) {
    if (match.rule.origin.label === true) continue;
    const claim = claims.get(match.rule.name);
    if (claim === undefined) claims.set(match.rule.name, [match]);
    else claim.push(match);
  }
  const lost: SkippedRule[] = [];
  const conflicts: Conflict[] = [];
  const contests = [...claims].filter(([, claim]) => claim.length > 1).toSorted(([left], [right]) => compareText(left, right));
  for (const [, claim] of contests) {
    const [winner, ...losers] = claim.map((match) => match.rule).toSorted(comparePrecedence);
    if (winner === undefined) continue;
    for (const rule of losers) {
      lost.push({ rule, reason: { kind: winner.override ? "overridden" : "shadowed", by: winner.id, scope: winner.scope } });
      if (!winner.override) conflicts.push(nameConflict(winner, rule));
    }
  }
  const gone = new Set(lost.map((loss) => loss.rule));
  return { kept: matches.filter((match) => !gone.has(match.rule)), lost, conflicts };
}

/** The conflict between two rules that declare the same name, the first of which stays. */
function nameConflict(winner: Rule, loser: Rule): Conflict {
  const kind = winner.scope === loser.scope ? "duplicateName" : "shadowed";
  const detail =
    kind === "shadowed"
      ? `"${winner.name}" is declared at ${winner.scope} and at ${loser.scope} scope; the ${winner.scope} rule stays. ` +
        "`override: true` in it would say that this is meant."
      : `"${winner.name}" is declared twice at ${winner.scope} scope; ${placeOf(winner)} stays and ${placeOf(loser)} is left out.`;
  return { kind, ids: [winner.id, loser.id], names: [winner.name, loser.name], winner: winner.id, detail };
}

function placeOf(rule: Rule): string {
  return rule.origin.path ?? rule.id;
}
