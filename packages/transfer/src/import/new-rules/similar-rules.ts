import type { Rule } from "@precept/core";
import { findSimilar, printDifference, type ComparedText } from "./find-similar.ts";
import type { PlannedRule } from "./planned-rule.ts";
import type { SimilarSources } from "../import-plan.ts";
import { getSourcePath } from "../source-file.ts";

/** Planned rules with nearly the same text as other rules. */
export interface SimilarRules {
  readonly pairs: readonly (readonly [PlannedRule, PlannedRule])[];
  /** The native rules that planned ones are nearly the same as. */
  readonly natives: ReadonlyMap<PlannedRule, Rule>;
  /** All of them, as the user sees them. */
  readonly reports: readonly SimilarSources[];
}

interface ComparedRule extends ComparedText {
  /** The planned rule. Undefined for a native one. */
  readonly planned?: PlannedRule;
  /** The native rule. Undefined for a planned one. */
  readonly native?: Rule;
}

/** Compares planned rules with each other and with native rules that apply in the same cases. */
export function findSimilarRules(planned: readonly PlannedRule[], natives: Iterable<Rule>): SimilarRules {
  const added = planned.map((one): ComparedRule => ({ ...describe(one.rule, getSourcePath(one.lead)), planned: one }));
  const existing = Array.from(planned.length === 0 ? [] : natives, (native): ComparedRule => {
    return { ...describe(native, native.origin.path ?? native.id), native, isExisting: true };
  });
  const found = findSimilar([...existing, ...added]);
  const similar = new Map<PlannedRule, Rule>();
  for (const { pair } of found) {
    const [{ native }, { planned: rule }] = pair;
    if (native !== undefined && rule !== undefined && !similar.has(rule)) similar.set(rule, native);
  }
  return {
    pairs: found.flatMap(({ pair: [{ planned: left }, { planned: right }] }) =>
      left === undefined || right === undefined ? [] : [[left, right] as const],
    ),
    natives: similar,
    reports: found.map(({ pair, ratio }) => ({
      paths: pair.map(({ path }) => path),
      ratio,
      difference: printDifference(pair),
    })),
  };
}

function describe({ content, origin, inclusion, globs, contexts }: Rule, path: string): ComparedText {
  return { path, text: content, class: JSON.stringify([origin.base, inclusion, globs, contexts]) };
}
