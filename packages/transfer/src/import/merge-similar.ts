import type { PlannedRule } from "./group-sources.ts";
import { mergeTexts } from "./merge-texts.ts";

/**
 * Merges planned rules that are nearly the same, with all rules that are connected by pairs. A merged rule takes the position of its first one and
 * has every line of the texts.
 */
export function mergeSimilar(
  rules: readonly PlannedRule[],
  pairs: readonly (readonly [PlannedRule, PlannedRule])[],
): readonly PlannedRule[] {
  const clusters = new Map(rules.map((rule) => [rule, [rule]]));
  for (const [left, right] of pairs) {
    const [into = [], from = []] = [clusters.get(left), clusters.get(right)];
    if (into === from) continue;
    into.push(...from);
    for (const rule of from) clusters.set(rule, into);
  }
  return rules.flatMap((rule) => {
    const cluster = clusters.get(rule) ?? [];
    const [first, ...others] = rules.filter((one) => cluster.includes(one));
    return first === rule ? [others.reduce(mergePair, rule)] : [];
  });
}

function mergePair(left: PlannedRule, { group, rule }: PlannedRule): PlannedRule {
  return {
    ...left,
    group: { files: [...left.group.files, ...group.files], links: [...left.group.links, ...group.links] },
    rule: { ...left.rule, content: mergeTexts(left.rule.content, rule.content) },
    isMerged: true,
  };
}
