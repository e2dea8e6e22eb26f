import { authorities, inclusions, ruleCategories, scopes, statuses } from "../values/rules.ts";
import { searchModes } from "../values/request.ts";
import { z } from "zod";
import { defineRoute, objectAnswer } from "../route.ts";
import { stores, wireDiagnostic } from "../schemas/diagnostic.ts";
import { namedTenant, nextCursor, tenantQuery, total } from "../schemas/query.ts";
import { wireRule } from "../schemas/rule.ts";
import { count, strictObjectOf, textOrNull, texts } from "../wire-parts.ts";

const post = { method: "post", tag: "Rules", role: "reader", isRepeatable: true } as const;
const text = z.string().min(1);
const score = z.number().optional();

/** Searches and checks of rules. */
export const ruleQueryRoutes = {
  searchRules: defineRoute({
    ...post,
    path: "/rules/search",
    summary: "Search rules by words and by meaning",
    body: strictObjectOf("RuleSearch", "A search for rules.", {
      text: text.max(100_000).describe("The text to search for, in any language."),
      mode: z.enum(searchModes).default("hybrid").describe("By words (`sparse`), by meaning (`dense`), or by both."),
      limit: z.int().min(1).max(1000).default(10).describe("The maximum number of results of the page."),
      cursor: text.nullish().describe("The `next_cursor` of the previous page of the same search."),
      min_scores: z
        .strictObject({ sparse: z.number().min(0).max(1).optional(), dense: z.number().min(-1).max(1).optional() })
        .optional()
        .describe("The minimum scores. A rule is found if it reaches one of them. Default: any score above 0."),
      scope: z.enum(scopes).optional(),
      inclusion: z.enum(inclusions).optional(),
      name: text.optional(),
      status: z.array(z.enum(statuses)).optional().describe("Any of these. Default `active`."),
      category: z.enum(ruleCategories).optional(),
      authority: z.enum(authorities).optional(),
      context: text.optional().describe("Rules for this context, and for all contexts."),
      tool: text.optional().describe("Rules for this tool, and for all tools."),
      tags: texts.optional().describe("Rules with all of these tags."),
      enabled: z.boolean().optional(),
      ...namedTenant,
    }),
    position: "read",
    answer: objectAnswer("The results, best first.", {
      results: z.array(
        z.object({
          rule: wireRule,
          score: z.number().describe("Orders the results. Only comparable within one search."),
          scores: z
            .object({ sparse: score, dense: score })
            .describe("The scores by words and by meaning. Comparable between searches."),
        }),
      ),
      total,
      next_cursor: nextCursor,
      mode_used: z.enum(searchModes),
      degraded: textOrNull.describe("Why the search used another mode, or did not see everything; null if it did."),
      is_cut: z.boolean().describe("Whether there are more results than `total` and the pages include."),
      stores,
    }),
    errors: [404, 503],
  }),
  validateRule: defineRoute({
    ...post,
    path: "/rules/validate",
    summary: "Check the text of a rule file",
    description:
      "Checks a native rule file: Markdown with a front matter. With `tools`, also says what these tools would get of the rule. Nothing is stored.",
    body: z.strictObject({
      content: z.string().describe("The text of the file, with its front matter."),
      tools: texts.max(100).default([]).describe("Ids or aliases of tools, such as `claude`."),
    }),
    answer: objectAnswer("The problems of the text.", {
      valid: z.boolean().describe("Whether there are no errors."),
      errors: texts,
      warnings: texts,
      diagnostics: z.array(wireDiagnostic).describe("The same problems, with their locations and fixes."),
      outputs: z
        .array(
          z.object({
            tool: z.string(),
            title: z.string(),
            exact: z.boolean().describe("Whether the tool applies the rule in the same cases."),
            notes: texts.describe("What the tool does not get."),
            files: z.array(z.object({ path: z.string(), content: z.string() })).describe("What an export would write for it."),
          }),
        )
        .describe("What each of the tools would get of the rule. Empty if the text has errors."),
    }),
  }),
  listConflicts: defineRoute({
    method: "get",
    path: "/rules/conflicts",
    exceptWith: "scope",
    tag: "Rules",
    summary: "List conflicts between rules",
    description:
      "Lists duplicate names, duplicate texts and contradictions among the active rules that the client can see, without those of sessions. " +
      "Globs that match no file are not reported. With `scope`, the request is for the rule named `conflicts`.",
    role: "reader",
    isRepeatable: true,
    query: z.strictObject(tenantQuery),
    position: "read",
    answer: objectAnswer("The conflicts.", {
      conflicts: z.array(
        z.object({
          kind: z.string(),
          name: z.string().describe("The first of `names`."),
          names: texts,
          scopes: texts,
          ids: texts.describe("The ids of the rules, the winner first if there is one."),
          winner: textOrNull.describe("The id of the rule that takes precedence."),
          detail: z.string(),
          resolution: z.string().describe("Which of the rules apply."),
        }),
      ),
      stores,
    }),
    errors: [404, 503],
  }),
  reloadRules: defineRoute({
    ...post,
    role: "editor",
    path: "/rules/reload",
    summary: "Read all rules again",
    description:
      "Reads the configuration, the rule files and the other stores again. Not needed if the server watches its files.",
    query: z.strictObject(tenantQuery),
    answer: objectAnswer("The rules were read.", {
      message: z.string(),
      count: count.describe("The number of rules that the client can see."),
      stores,
    }),
    errors: [404, 503],
  }),
} as const;
