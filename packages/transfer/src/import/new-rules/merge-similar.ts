import { diffArrays } from "diff";
import { withLineEndsOf } from "../../ledger/same-text.ts";
import type { PlannedRule } from "./find-similar.ts";

/**
 * Merges planned rules that are nearly the same, with all rules that are connected by pairs. A merged rule takes the
 * position of its first one and has every line of the texts.
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

/** The number of differing lines up to which texts are merged line by line. Beyond it, one follows the other. */
const maxDifferences = 5000;

/** Merges two texts: lines of both occur once, other lines stay. Uses the line breaks of the first text. */
export function mergeTexts(left: string, right: string): string {
  const [before, after] = [splitLines(left), splitLines(right)];
  const parts = diffArrays(before, after, { maxEditLength: maxDifferences });
  const lines = parts === undefined ? [...before, ...after] : parts.flatMap(({ value }) => value);
  return withLineEndsOf(left, `${lines.join("\n")}\n`);
}

function splitLines(text: string): string[] {
  return text.replaceAll("\r\n", "\n").replace(/\n+$/, "").split("\n");
}
