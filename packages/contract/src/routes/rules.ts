import { authorities, clientScope, inclusions, ruleCategories, scopes, statuses } from "../values/rules.ts";
import { z } from "zod";
import { defineRoute, objectAnswer } from "../route.ts";
import { stores } from "../schemas/diagnostic.ts";
import { nextCursor, pageQuery, queryFlag, repeatable, tenantQuery, total } from "../schemas/query.ts";
import { ruleCreate, ruleUpdate, wireRule, writtenRule } from "../schemas/rule.ts";
import { texts } from "../wire-parts.ts";

const read = { method: "get", tag: "Rules", role: "reader", isRepeatable: true } as const;
const write = { method: "post", tag: "Rules", role: "editor", isRepeatable: false } as const;
const text = z.string().min(1);

/** The rule in a path. */
export const ruleParams = z.object({
  rule: text.describe("The id or the name of the rule, percent-encoded. An id takes precedence over a name."),
});

/** Narrows a name. */
export const ruleQuery = z.strictObject({
  scope: z.enum(scopes).optional().describe("Only rules of this scope. Default: any; of several, the one that takes precedence."),
  ...tenantQuery,
});

/** Narrows the name of a rule that is changed. */
const changeQuery = ruleQuery.extend({
  scope: z
    .enum(scopes)
    .optional()
    .describe(`Only rules of this scope. Default: the scope of an id; for a name, \`${clientScope}\`.`),
});

/** The header of answers with one rule. */
export const ruleHeaders = { etag: "The revision of the rule, for `If-Match`." };

const changeDescription =
  "With `If-Match`, the change is made only if the rule has this revision. Without it, only if no other client changes the rule at " +
  "the same time. Global rules can only be changed by an admin.";

/** The rules, one by one. */
export const ruleRoutes = {
  listRules: defineRoute({
    ...read,
    path: "/rules",
    summary: "List the rules that the client can see",
    description:
      "Lists rules by name, and rules of the same name by precedence. Pages of one list stay consistent if rules are added or deleted " +
      "in between: the next page continues after the last rule of the previous one.",
    query: z.strictObject({
      scope: z.enum(scopes).optional(),
      inclusion: z.enum(inclusions).optional(),
      name: text.optional(),
      status: repeatable(z.enum(statuses)).optional().describe("Repeatable: any of these. Default: all."),
      category: z.enum(ruleCategories).optional(),
      authority: z.enum(authorities).optional(),
      context: text.optional().describe("Rules for this context, and for all contexts."),
      tool: text.optional().describe("Rules for this tool, and for all tools."),
      tag: repeatable(text).optional().describe("Repeatable: rules with all of these tags."),
      enabled: queryFlag.optional(),
      file: repeatable(text).optional().describe("Repeatable: answers with the names of the rules that apply to these files."),
      ...pageQuery,
      ...tenantQuery,
    }),
    condition: "if-none-match",
    position: "read",
    answer: objectAnswer("A page of rules.", {
      rules: z.array(wireRule),
      total,
      next_cursor: nextCursor,
      triggered_rules: texts
        .nullable()
        .describe("The names of the rules that apply to the files, in the order of the prompt; null without `file`."),
      stores,
    }),
    errors: [404, 503],
  }),
  createRule: defineRoute({
    ...write,
    path: "/rules",
    summary: "Create a rule",
    description:
      "Rules of user and session scope belong to the user of the request: no other user sees them. Only an admin can create global rules. " +
      "Session rules are in memory, until they are deleted or the server stops. A text that a rule of the same owner has already is refused " +
      "with `RULE_KNOWN`, and, without `force`, a rule that nearly repeats or seems to contradict another one with `RULE_SIMILAR`.",
    body: ruleCreate,
    position: "written",
    answer: {
      status: 201,
      description: "The new rule.",
      body: writtenRule,
      headers: { ...ruleHeaders, location: "The path of the rule." },
    },
    errors: [404, 409, 503],
  }),
  getRule: defineRoute({
    ...read,
    path: "/rules/{rule}",
    summary: "Get a rule",
    params: ruleParams,
    query: ruleQuery,
    condition: "if-none-match",
    position: "read",
    answer: { status: 200, description: "The rule.", body: wireRule, headers: ruleHeaders },
    errors: [404, 503],
  }),
  updateRule: defineRoute({
    ...write,
    method: "put",
    path: "/rules/{rule}",
    summary: "Change fields of a rule",
    description: `Changes only the given fields. If they already have these values, nothing is written. ${changeDescription}`,
    params: ruleParams,
    query: changeQuery,
    body: ruleUpdate,
    condition: "if-match",
    position: "written",
    answer: { status: 200, description: "The changed rule.", body: writtenRule, headers: ruleHeaders },
    errors: [404, 409, 412, 503],
  }),
  deleteRule: defineRoute({
    ...write,
    method: "delete",
    path: "/rules/{rule}",
    summary: "Delete a rule",
    description: changeDescription,
    params: ruleParams,
    query: changeQuery,
    condition: "if-match",
    position: "written",
    answer: { status: 204, description: "The rule was deleted." },
    errors: [404, 409, 412, 503],
  }),
} as const;
