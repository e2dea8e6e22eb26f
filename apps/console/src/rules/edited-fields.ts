import type { ProjectRoutes, RouteRequest, WireRule } from "@precept/contract";

type RuleChange = NonNullable<RouteRequest<ProjectRoutes["updateRule"]>["body"]>;

/** The fields of a rule as a user edits them: lists are texts. */
export interface EditedFields extends Pick<WireRule, "description" | "inclusion" | "priority" | "content"> {
  readonly globs: string;
  readonly targets: string;
}

export function toFields({ description, inclusion, priority, content, globs, tool_targets: targets }: WireRule): EditedFields {
  return { description, inclusion, priority, content, globs: globs.join("\n"), targets: targets.join(", ") };
}

/** Splits a text at commas and lines. A pattern can contain commas in braces. */
export function splitList(text: string, separator: RegExp = /\n/): readonly string[] {
  return text
    .split(separator)
    .map((one) => one.trim())
    .filter(Boolean);
}

/** Returns the rule with the edited fields. */
export function withFields(rule: WireRule, { globs, targets, ...fields }: EditedFields): WireRule {
  return { ...rule, ...fields, globs: splitList(globs), tool_targets: splitList(targets, /[\n,]/) };
}

/** Returns the fields whose values differ from the ones of a rule. */
export function changedFields(rule: WireRule, edited: EditedFields): RuleChange {
  const after = withFields(rule, edited);
  const names = ["description", "inclusion", "priority", "content", "globs", "tool_targets"] as const;
  return Object.fromEntries(
    names.flatMap((name) => (JSON.stringify(after[name]) === JSON.stringify(rule[name]) ? [] : [[name, after[name]]])),
  );
}
