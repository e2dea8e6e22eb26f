import {
  described,
  describeDrop,
  describeReason,
  describeSkip,
  type Resolution,
  type Rule,
  findRequestedIn,
} from "@precept/core";
import { visibleLine } from "@precept/lint";
import * as z from "zod/mini";
import { argumentLimits, lineLimits } from "../../limits.ts";
import { describeUnknown, ruleEntrySchema, toRuleEntry } from "../../rules/rule-entry.ts";
import {
  requestAliases,
  requestArguments,
  ruleNameArgument,
  textsArgument,
  toolArguments,
  optionalArgument,
} from "../argument-schemas.ts";
import { defineTool, readOnly } from "../tool.ts";
import { InvalidArgumentsError } from "../../invalid-arguments.ts";

const output = z.object({
  rules: z.array(
    z.extend(ruleEntrySchema, {
      applies: z.boolean(),
      reason: described("Why the rule applies or does not apply.", z.string()),
      matched_files: z.array(z.string()),
      conflicts: described("Conflicts with other rules.", z.array(z.string())),
    }),
  ),
  left_out: described("How many further rules have this name.", z.number()),
});

/** The maximum numbers of items of one answer. */
const maxItems = { rules: 5, files: 5, conflicts: 3 } as const;

export const explainRule = defineTool({
  name: "explain_rule",
  title: "Explain a rule",
  description:
    "Says why a rule does or does not apply to files and a prompt: which pattern matched which file, which rule of the same name takes precedence, which " +
    "limit it exceeds, and so on. It does not count as a use of the rule.",
  annotations: readOnly,
  part: ({ rules }) => rules,
  input: () =>
    toolArguments({
      name: described("The name or the id of the rule.", ruleNameArgument),
      ...requestArguments,
      names: optionalArgument("Rules that the request asks for.", textsArgument(argumentLimits.names, argumentLimits.name)),
    }),
  aliases: requestAliases,
  output,
  async answer(host, { name, files = [], prompt, names = [] }, call) {
    const visible = await host.list();
    const found = findRequestedIn(visible, name);
    if (found.length === 0) throw new InvalidArgumentsError(describeUnknown(visible, name, call));
    const request = { files, include: names, ...(prompt !== undefined && { prompt }) };
    const resolution = await host.resolve(request, { countUse: false, signal: call.signal });
    const rules = found.slice(0, maxItems.rules).map((rule) => explain(rule, resolution));
    const data = { rules, left_out: found.length - rules.length };
    return { data, text: textOf(data) };
  },
});

function explain(rule: Rule, resolution: Resolution): z.infer<typeof output>["rules"][number] {
  const { applies, reason, files } = outcomeOf(rule, resolution);
  const conflicts = resolution.conflicts.filter(({ ids }) => ids.includes(rule.id));
  return {
    ...toRuleEntry(rule),
    applies,
    reason: visibleLine(reason, lineLimits.reason),
    matched_files: files.slice(0, maxItems.files).map((file) => visibleLine(file, lineLimits.description)),
    conflicts: conflicts.slice(0, maxItems.conflicts).map(({ detail }) => visibleLine(detail, lineLimits.notice)),
  };
}

function outcomeOf({ id }: Rule, { applied, dropped, skipped }: Resolution) {
  const match = applied.find(({ rule }) => rule.id === id);
  if (match !== undefined) {
    const { reason, matchedFiles, cut } = match;
    return {
      applies: true,
      reason: `${describeReason(reason, matchedFiles)}${cut ? "; its text is cut, because it is over the budget" : ""}`,
      files: matchedFiles,
    };
  }
  const drop = dropped.find(({ rule }) => rule.id === id);
  if (drop !== undefined) return { applies: false, reason: `it matches, but is dropped: ${describeDrop(drop.limit)}`, files: [] };
  const skip = skipped.find(({ rule }) => rule.id === id);
  return { applies: false, reason: skip === undefined ? "it was changed just now" : describeSkip(skip.reason), files: [] };
}

function textOf({ rules, left_out: leftOut }: z.infer<typeof output>): string {
  const lines = rules.flatMap(({ name, scope, applies, reason, conflicts }) => [
    `${name} (${scope} scope) ${applies ? "applies" : "does not apply"}: ${reason}.`,
    ...conflicts.map((conflict) => `- ${conflict}`),
  ]);
  return [...lines, ...(leftOut === 0 ? [] : [`${leftOut} more rules have this name.`])].join("\n");
}
