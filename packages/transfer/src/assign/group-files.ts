import type { Rule } from "@precept/core";
import type { DraftFile } from "../print/compose-file.ts";
import type { Assignment, Placement } from "./assignment.ts";

/** Groups the assigned rules by file. Targets and rules are in the order of the request. */
export function groupFiles({ placements, project, request }: Assignment): readonly DraftFile[] {
  const ranks = new Map(project.rules.map(({ id }, rank) => [id, rank]));
  const rankOf = ([{ rule }]: readonly [Placement, ...Placement[]]): number => ranks.get(rule.id) ?? 0;
  return [...Map.groupBy(placements, ({ output }) => output.path)].flatMap(([path, inFile]) => {
    const [first] = inFile;
    if (first === undefined) return [];
    const byRule = [...Map.groupBy(inFile, ({ rule }) => rule.id).values()] as [Placement, ...Placement[]][];
    const { codec, joinedCodec = codec, preserved } = first.output;
    const file = { path, targets: request.targets.filter((target) => inFile.some((one) => one.target === target)) };
    if (byRule.length === 1) return [{ ...file, codec, preserved, rules: [first.output.rule] }];
    const rules = byRule.toSorted((left, right) => rankOf(left) - rankOf(right)).map(toSection);
    // The preserved data belongs to a file with one rule.
    return [{ ...file, codec: joinedCodec, preserved: {}, rules }];
  });
}

/** Returns the rule to print in a file with several rules, which has no name of an imported file. */
function toSection(placements: readonly [Placement, ...Placement[]]): Rule {
  const [{ rule, output }] = placements;
  const joined = placements.findLast((one) => one.output.joined !== undefined)?.output.joined ?? output.rule;
  return { ...joined, name: rule.name };
}
