import { z } from "zod";
import { defineRoute, objectAnswer } from "../route.ts";
import { stores } from "../schemas/diagnostic.ts";
import { nextCursor, pageQuery, tenantQuery, total } from "../schemas/query.ts";
import { wireRevision, writtenRule } from "../schemas/rule.ts";
import { ruleHeaders, ruleParams, ruleQuery } from "./rules.ts";
import { count, textOrNull } from "../wire-parts.ts";

const read = { method: "get", tag: "Memory", role: "reader", isRepeatable: true } as const;

/** Usage and history of rules. */
export const memoryRoutes = {
  listUsage: defineRoute({
    ...read,
    path: "/memory/usage",
    summary: "List how often rules were used",
    description:
      "Lists the rules that the client can see, by name, in stores that count uses. Uses of a shared rule are those of all its users.",
    query: z.strictObject({ ...pageQuery, ...tenantQuery }),
    position: "read",
    answer: objectAnswer("A page of rules with their usage.", {
      usage: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          scope: z.string(),
          store: z.string(),
          usage_count: count.nullable().describe("Null if the store cannot be read."),
          last_used: textOrNull.describe("ISO 8601; null if the rule was never used, or if the store cannot be read."),
          tools: z.record(z.string(), z.int()).describe("The uses by tool. Uses without a tool are only part of `usage_count`."),
        }),
      ),
      total,
      not_counted: count.describe("The number of visible rules in stores that do not count uses."),
      next_cursor: nextCursor,
      stores,
    }),
    errors: [404, 501, 503],
  }),
  getRuleHistory: defineRoute({
    ...read,
    path: "/memory/rules/{rule}/history",
    summary: "List the revisions of a rule",
    description: "Finds deleted rules too, by their id or the name that they were created with.",
    params: ruleParams,
    query: ruleQuery.extend(pageQuery),
    position: "read",
    answer: objectAnswer("A page of revisions, newest first.", { revisions: z.array(wireRevision), next_cursor: nextCursor }),
    errors: [404, 409, 501, 503],
  }),
  restoreRule: defineRoute({
    method: "post",
    path: "/memory/rules/{rule}/restore",
    tag: "Memory",
    summary: "Restore a version of a rule",
    description:
      "Restores the text and the description of the version as a new revision. A deleted rule is created again. If the rule already " +
      "has this text, nothing is written.",
    role: "editor",
    isRepeatable: false,
    params: ruleParams,
    query: ruleQuery,
    body: z.strictObject({
      version: z.int().min(1).describe("A version from the history of the rule."),
      reason: z.string().max(1000).optional().describe("For the history. Default: which version was restored."),
    }),
    condition: "if-match",
    position: "written",
    answer: { status: 200, description: "The restored rule.", body: writtenRule, headers: ruleHeaders },
    errors: [404, 409, 412, 501, 503],
  }),
} as const;
