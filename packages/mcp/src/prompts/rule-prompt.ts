import { describeSkip, type Resolution, findRequestedIn } from "@precept/core";
import { visibleLine } from "@precept/lint";
import type { RuleHost } from "../host/rule-host.ts";
import { lineLimits } from "../limits.ts";
import { describeUnknown } from "../rules/describe-unknown.ts";
import { pageApplied } from "../rules/page-applied.ts";
import { InvalidArgumentsError } from "../tools/parse-arguments.ts";
import type { Prompt } from "./prompt.ts";
import { rankCompletions } from "./rank-completions.ts";

/** The prompt with which a user asks the agent to follow one rule. */
export const rulePrompt: Prompt<"rule"> = {
  name: "rule",
  title: "Follow a rule",
  description: "Asks the agent to follow a rule of the project, by its name.",
  arguments: [{ name: "name", description: "The name of the rule.", required: true }],
  isOffered: ({ rules }) => rules !== undefined,
  async text({ host: { rules: host }, arguments: { name }, signal, maxCharacters }) {
    if (host === undefined || name === undefined || name === "")
      throw new InvalidArgumentsError("`name` is missing: the name of a rule.");
    const visible = await host.list();
    const wanted = new Set(findRequestedIn(visible, name).map(({ id }) => id));
    if (wanted.size === 0) throw new InvalidArgumentsError(describeUnknown(visible, name));
    const resolution = await host.resolve({ include: [name] }, { countUse: true, signal });
    return textOf(resolution, wanted, { name, maxCharacters, host });
  },
  async complete({ rules }, argument, value) {
    if (rules === undefined || argument !== "name") return [];
    const visible = await rules.list();
    return rankCompletions(
      value,
      visible.filter(({ enabled, pending }) => enabled && !pending).map(({ name }) => name),
    );
  },
};

function textOf(
  { applied, skipped }: Resolution,
  wanted: ReadonlySet<string>,
  { name, maxCharacters, host }: { readonly name: string; readonly maxCharacters: number; readonly host: RuleHost },
): string {
  const rules = applied.filter(({ rule }) => wanted.has(rule.id));
  const skip = skipped.find(({ rule }) => wanted.has(rule.id));
  const shown = JSON.stringify(visibleLine(name, lineLimits.name));
  if (rules.length === 0) {
    const reason = skip === undefined ? "it is over the budget" : describeSkip(skip.reason);
    throw new InvalidArgumentsError(`The rule ${shown} does not apply: ${visibleLine(reason, lineLimits.reason)}.`);
  }
  const start = { rule: 0, offset: 0 };
  const { prompt, next } = pageApplied(rules, { start, room: maxCharacters, format: host.format, overheadOf: () => 0 });
  const more = next === undefined ? "" : ` The text is not complete: call the tool request_rules with the name for the rest.`;
  return `Follow this rule from now on.${more}\n\n${prompt}`;
}
