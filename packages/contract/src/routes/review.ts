import { reviewDecisions, reviewKinds } from "../values/rules.ts";
import { z } from "zod";
import { defineRoute, objectAnswer } from "../route.ts";
import { stores } from "../schemas/diagnostic.ts";
import { tenantQuery } from "../schemas/query.ts";
import { similarRule, wireRule } from "../schemas/rule.ts";

const item = z.object({
  key: z.string().describe("Names the item in a decision."),
  kind: z.enum(reviewKinds),
  rule: wireRule,
  similar: z.array(similarRule).describe("Rules that say nearly the same as the rule, or seem to contradict it."),
  reason: z.string().describe("Why the rule is reviewed, in one sentence."),
});

/** Rules that a person should decide about. */
export const reviewRoutes = {
  listReview: defineRoute({
    method: "get",
    tag: "Rules",
    role: "reader",
    isRepeatable: true,
    path: "/review",
    summary: "List the rules to decide about",
    description:
      "Lists the rules that wait for approval, contradictions, near-duplicates, expired rules, and rules that were not used for some days.",
    query: z.strictObject({
      unused_days: z.coerce
        .number()
        .int()
        .min(0)
        .max(36_500)
        .default(90)
        .describe("The number of days without a use after which a rule is listed."),
      ...tenantQuery,
    }),
    answer: objectAnswer("The items of the review.", { items: z.array(item), stores }),
    errors: [404, 503],
  }),
  decideReview: defineRoute({
    method: "post",
    tag: "Rules",
    role: "editor",
    isRepeatable: false,
    path: "/review",
    summary: "Decide about a rule",
    description:
      "`accept`: a rule that waits for approval applies from then on, an expired one applies again, and all others stay as they are and are no " +
      "longer listed. `edit`: the same, with a new text. `merge`: the same, and the rule supersedes the similar ones. `reject`: the rule is disabled.",
    query: z.strictObject(tenantQuery),
    body: z.strictObject({
      key: z.string().min(1).describe("The `key` of the item."),
      decision: z.enum(reviewDecisions),
      content: z.string().regex(/\S/, "Must not be blank").optional().describe("The new text, for `edit` and `merge`."),
    }),
    answer: objectAnswer("The rule after the decision.", { rule: wireRule }),
    errors: [404, 409, 503],
  }),
} as const;
