import { z } from "zod";
import { defineRoute, objectAnswer } from "../route.ts";
import { wireDiagnostic } from "../schemas/diagnostic.ts";
import { namedTenant, tenantQuery } from "../schemas/query.ts";
import { ruleReference } from "../schemas/resolution.ts";
import { jsonObject } from "../schemas/rule.ts";
import { count, strictObjectOf, textOrNull, texts } from "../wire-parts.ts";

const read = { method: "get", tag: "Project", role: "reader", isRepeatable: true } as const;

const limit = z.object({
  max: count,
  unit: z.enum(["characters", "bytes"]),
  applies_to: z.enum(["all_rules", "each_rule"]),
  effect: textOrNull.describe("`truncated`, `ignored` or `advisory`: what the tool does with the rest."),
  description: z.string(),
});

/** The project itself: its files, the tools that it uses, its settings. */
export const projectRoutes = {
  listFiles: defineRoute({
    ...read,
    path: "/project/files",
    summary: "List the files of the project with the rules that govern them",
    description:
      "Lists the files that git does not ignore. A file is governed by the rules whose patterns match it, and by the rules of the directories that it is " +
      "in; rules that apply to every request are listed apart. Priorities and budgets do not count.",
    query: z.strictObject(tenantQuery),
    answer: objectAnswer("The files.", {
      files: texts.describe("Relative to the project, ordered by path."),
      file_sets: z.array(count).describe("For each file, the position of its set in `rule_sets`."),
      rule_sets: z
        .array(z.array(count))
        .describe("The sets of rules that govern files, as positions in `rules`. The first one is empty."),
      rules: z.array(ruleReference.extend({ globs: texts })).describe("The rules that govern files, and those in `always`."),
      always: z.array(count).describe("The rules that apply to every request, as positions in `rules`."),
      is_complete: z.boolean().describe("Whether all files are listed. Outside of git repositories, the first 200,000 are."),
    }),
    errors: [404, 503],
  }),
  findPaths: defineRoute({
    ...read,
    path: "/project/paths",
    summary: "Find files of the project by parts of their paths",
    query: z.strictObject({
      text: z.string().max(1000).describe("Words that the path contains, such as `cart tsx`."),
      limit: z.coerce.number().int().min(1).max(100).default(20).describe("The maximum number of paths."),
    }),
    answer: objectAnswer("The paths, best first.", { paths: texts }),
  }),
  getBudget: defineRoute({
    ...read,
    path: "/project/budget",
    summary: "Get what the rules cost in tokens",
    description:
      "The size of each rule, and for each tool that the project uses how much of its limits a request without files takes.",
    query: z.strictObject({
      tools: z.enum(["true", "false"]).default("true").describe("Whether to add the tools, which takes longer."),
      ...tenantQuery,
    }),
    answer: objectAnswer("The costs.", {
      token_counter: z.string().describe("The id of the token counter."),
      tokens_estimated: z.boolean().describe("Whether the numbers of tokens are estimates."),
      rules: z.array(
        ruleReference.extend({
          status: z.string(),
          content_sha256: z.string().describe("Of the text, in hexadecimal. Rules with the same text have the same."),
          characters: count,
          tokens: count,
        }),
      ),
      tools: z.array(
        z.object({
          tool: z.string(),
          title: z.string(),
          path: textOrNull.describe("A file by which the tool was detected. Null if only the record of exports names it."),
          limits: z.array(limit),
          rules: count.describe("How many rules the tool itself reads for a request without files."),
          characters: count,
          tokens: count,
          dropped: count.describe("How many rules a limit of the tool leaves nothing of."),
        }),
      ),
    }),
    errors: [404, 503],
  }),
  compareTools: defineRoute({
    method: "post",
    tag: "Project",
    role: "reader",
    isRepeatable: true,
    path: "/project/tools/compare",
    summary: "Compare what tools read from the project",
    description:
      "What each tool itself reads for a request: its own files, and files of other tools that it reads, cut by its limits.",
    body: strictObjectOf("ToolComparisonRequest", "The tools to compare, and a request.", {
      tools: z.array(z.string().min(1)).min(1).max(8).describe("Ids or aliases of tools, such as `claude`."),
      files: texts.optional().describe("The files of the request."),
      prompt: z.string().optional(),
      ...namedTenant,
    }),
    answer: objectAnswer("A row for each rule, and for each file of a tool that is no rule.", {
      tools: texts.describe("The ids of the tools."),
      rules: z.array(
        z.object({
          name: z.string(),
          id: textOrNull.describe("Null for a file that Precept does not read as a rule."),
          conditions_differ: z.boolean().describe("Whether the tools that read it would apply it under different conditions."),
          cells: z.array(
            z.object({
              tool: z.string(),
              status: z.enum(["read", "cut", "dropped", "does not apply", "not read"]),
              paths: texts.describe("The files that the tool reads it from."),
              condition: textOrNull.describe("When the tool applies it. Null if the tool does not read it."),
              reason: textOrNull,
            }),
          ),
        }),
      ),
    }),
    errors: [404, 503],
  }),
  getSettings: defineRoute({
    ...read,
    role: "admin",
    path: "/project/settings",
    summary: "Get the settings as they took effect",
    description: "From options, the configuration and defaults. Addresses of databases are left out: they may contain passwords.",
    answer: objectAnswer("The settings.", {
      root: z.string().describe("The directory of the project."),
      trusted: z.boolean().describe("Whether the user trusts the project, so that it can run commands."),
      read_only: z.boolean(),
      configured: jsonObject.describe("What the configuration file of the project says."),
      effective: jsonObject.describe("The settings in use."),
      rule_directories: z.array(
        z.object({
          directory: z.string(),
          scope: z.string(),
          dialect: z.string(),
          base: textOrNull.describe("The directory that the rules apply to. Null: the whole project."),
        }),
      ),
      stores: z.array(z.object({ id: z.string(), rules: count })),
      engines: z
        .array(
          z.object({
            name: z
              .enum(["embedder", "cache", "meaning"])
              .describe("Embeds texts; the cache that servers share; finds rules by meaning."),
            status: z
              .string()
              .describe("`ready`, `failed`, or `configured` for the embedder, which is loaded when it is needed."),
            detail: textOrNull.describe("The error of the last failed call."),
          }),
        )
        .describe("The configured engines besides the stores."),
      caches: z
        .array(z.object({ name: z.enum(["memory", "shared"]), hits: count, misses: count, rules: count.nullable() }))
        .describe("How the server answered since it opened the project. `rules`: how many are in memory at present."),
    }),
    errors: [503],
  }),
  listDiagnostics: defineRoute({
    ...read,
    role: "admin",
    path: "/project/diagnostics",
    summary: "List the problems of rule files, policies and the configuration",
    answer: objectAnswer("The problems.", { diagnostics: z.array(wireDiagnostic) }),
    errors: [503],
  }),
} as const;
