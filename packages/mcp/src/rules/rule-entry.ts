import { described, type Rule } from "@precept/core";
import { visibleLine } from "@precept/lint";
import * as z from "zod/mini";
import { lineLimits } from "../limits.ts";

const maxIdLength = 300;

/** The schema of what identifies a rule in an answer. */
export const ruleEntrySchema = z.object({
  name: described("A long name is cut, with an ellipsis.", z.string()),
  id: described("Absent if it is too long for an answer.", z.optional(z.string())),
  description: z.string(),
  scope: z.string(),
  inclusion: z.string(),
  source_path: described("The file of the rule.", z.nullable(z.string())),
});

export type RuleEntry = z.infer<typeof ruleEntrySchema>;

/** Describes a rule for an answer. Its texts come from a possibly hostile repository: they are single lines without hidden characters. */
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

/** Describes a rule in a line of a list. */
export function toRuleLine({ name, description }: Rule): string {
  const about = visibleLine(description, lineLimits.description);
  return `- ${visibleLine(name, lineLimits.name)}${about === "" ? "" : `: ${about}`}`;
}
