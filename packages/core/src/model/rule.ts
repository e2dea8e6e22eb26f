import { z } from "zod";
import { jsonSchema } from "./json.ts";
import { scopeSchema } from "./scope.ts";

/** When a rule applies. */
export const inclusions = ["always", "fileMatch", "manual", "agentRequested", "relevant"] as const;

export const inclusionSchema = z
  .enum(inclusions)
  .describe(
    "When the rule applies: always; fileMatch (a file of the request matches its globs); manual (asked for by name); " +
      "agentRequested (offered to the agent by its description, applies when asked for); relevant (found by search).",
  );

export type Inclusion = z.infer<typeof inclusionSchema>;

const text = z.string();
const texts = z.array(z.string()).readonly();

/** Where a rule came from. */
export const originSchema = z.object({
  store: text.describe("The id of the store that holds the rule."),
  dialect: text.optional().describe("The dialect its file is written in, where it is a file."),
  root: text.optional().describe("The rule root it was found in, relative to the project where it lies inside it."),
  path: text.optional().describe("Its file, relative to the project where it lies inside it, with `/` between segments."),
  base: text
    .optional()
    .describe(
      "The directory below the project that the rule governs, without a trailing slash. Its globs are relative to it, and it " +
        "applies only to files inside it. Absent: the whole project.",
    ),
  rootOrder: z.int().optional().describe("The position of its root among the store's roots, 0 first. Default 0."),
  overlay: z
    .boolean()
    .optional()
    .describe("Whether the rule is from a person's own overlay, which replaces a shared rule of the same name."),
  label: z
    .boolean()
    .optional()
    .describe("Whether the name only comes from the file name. Such a name is a label: two rules may carry the same one."),
  sha256: text.optional().describe("The SHA-256 of the file's bytes, in lower-case hexadecimal."),
});

export type Origin = Readonly<z.infer<typeof originSchema>>;

/** The default of {@link Rule}'s `priority`. */
export const defaultPriority = 50;

/** Guidance for an agent: a Markdown body and when it applies. One shape for every store and every dialect. */
export const ruleSchema = z.object({
  id: text.min(1).describe("Stable in its store. File rules: `scope:path`."),
  name: text.min(1).describe("Unique within a scope when it is declared; a label when it comes from a file name."),
  description: text.default("").describe("One line that says what the rule is about."),
  content: text.default("").describe("The guidance itself, in Markdown."),
  scope: scopeSchema.default("project"),
  inclusion: inclusionSchema.default("always"),
  globs: texts.default([]).describe("File patterns, in the canonical glob language. A leading `!` excludes."),
  priority: z
    .int()
    .min(1)
    .max(100)
    .default(defaultPriority)
    .describe("1 to 100; within a scope the higher one comes first. Default 50."),
  override: z
    .boolean()
    .default(false)
    .describe("Says that shadowing a rule of the same name at a lower scope is deliberate. Default false."),
  enabled: z.boolean().default(true).describe("A rule that is not enabled never applies. Default true."),
  authority: z
    .enum(["absolute", "default"])
    .default("default")
    .describe("absolute: never dropped for lack of relevance, and dropped last by the budget. Default `default`."),
  category: z.enum(["preference", "behavior", "agent"]).optional().describe("What kind of guidance it is."),
  contexts: texts
    .default([])
    .describe("Where it applies; empty is everywhere, else one of them has to be among the request's contexts."),
  targets: texts.default([]).describe("The tools it is for (`claude`, `cursor`, …); empty is every tool."),
  projectId: text.optional().describe("The one project it belongs to."),
  userId: text.optional().describe("The one user it belongs to."),
  tags: texts.default([]).describe("Labels for filters, as `dimension:value` (`language:typescript`)."),
  conditions: z
    .record(z.string(), jsonSchema)
    .optional()
    .describe("What the request's variables have to be: a value, `{in: […]}` or `{not: value}` for each variable."),
  version: z.int().min(1).default(1).describe("Counts the revisions of the rule, from 1."),
  replaces: texts.default([]).describe("The ids of the rules that this one supersedes."),
  origin: originSchema.default({ store: "memory" }),
  createdAt: text.default("").describe("ISO 8601, or empty where nobody knows."),
  updatedAt: text.default("").describe("ISO 8601, or empty where nobody knows."),
  metadata: z.record(z.string(), jsonSchema).default({}).describe("Keys of the front matter that the rule model does not know."),
});

/** {@inheritDoc ruleSchema} */
export type Rule = Readonly<z.infer<typeof ruleSchema>>;

/** A rule as it is written by hand: everything with a default may be left out. */
export type RuleInput = Readonly<z.input<typeof ruleSchema>>;

/**
 * What a rule file says about its rule. The store that read the file adds the rest: `id`, `scope`, `origin` and times.
 * `label` is true where the file does not declare a name.
 */
export type RuleDraft = Omit<Rule, "id" | "scope" | "origin" | "createdAt" | "updatedAt"> & { readonly label: boolean };
