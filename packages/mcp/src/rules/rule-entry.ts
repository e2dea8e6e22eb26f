import { described, nearestNames, type Rule } from "@precept/core";
import { visibleLine } from "@precept/lint";
import * as z from "zod/mini";
import { lineLimits } from "../limits.ts";

const maxIdLength = 300;

export const ruleEntrySchema = z.object({
  name: described("A long name is cut, with an ellipsis.", z.string()),
  id: described("Absent if it is too long for an answer.", z.optional(z.string())),
  description: z.string(),
  scope: z.string(),
  inclusion: z.string(),
  source_path: described("The file of the rule.", z.nullable(z.string())),
});

export type RuleEntry = z.infer<typeof ruleEntrySchema>;

/** Describes a rule for an answer. A repository may be hostile: its texts become lines without hidden characters. */
export function toRuleEntry({ name, id, description, scope, inclusion, origin }: Rule): RuleEntry {
  return {
    name: visibleLine(name, lineLimits.name),
    ...(id.length <= maxIdLength && { id }),
    description: visibleLine(description, lineLimits.description),
    scope,
    inclusion,
    source_path: origin.path === undefined ? null : visibleLine(origin.path, lineLimits.description),
  };
}

export function toRuleLine({ name, description }: Rule): string {
  const about = visibleLine(description, lineLimits.description);
  return `- ${visibleLine(name, lineLimits.name)}${about === "" ? "" : `: ${about}`}`;
}

/** Whether the client's list of tools has `search_rules`. */
export interface CanSearch {
  readonly lists: (tool: string) => boolean;
}

/** Says that no rule has a name, and names similar ones. */
export function describeUnknown(rules: readonly Rule[], reference: string, { lists }: CanSearch): string {
  const similar = nearestNames(
    reference,
    rules.map(({ name }) => name),
  ).map((name) => JSON.stringify(visibleLine(name, lineLimits.name)));
  const unknown = `Unknown rule ${JSON.stringify(visibleLine(reference, lineLimits.name))}.`;
  if (similar.length > 0) return `${unknown} Did you mean ${similar.join(" or ")}?`;
  return lists("search_rules") ? `${unknown} Call \`search_rules\` to find rules.` : unknown;
}
