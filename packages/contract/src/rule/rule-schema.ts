import * as z from "zod/mini";
import { isTime } from "../values/time.ts";
import { described, jsonSchema } from "../described.ts";
import {
  authorities,
  defaultInclusion,
  defaultPriority,
  defaultScope,
  inclusions,
  inclusionTable,
  ruleCategories,
  scopes,
  scopeTable,
} from "../values/rules.ts";

// Functions build the schemas, so that programs that validate no rules, such as most CLI commands, do not pay for them.

function buildScopeSchema() {
  const meanings = scopes.map((scope) => `${scope} (${scopeTable[scope].description})`);
  return described(`Where the rule belongs, by rising precedence: ${meanings.join(", ")}.`, z.enum(scopes));
}

function buildInclusionSchema() {
  const meanings = inclusions.map((inclusion) => `${inclusion} (${inclusionTable[inclusion].description})`);
  return described(`When the rule applies: ${meanings.join("; ")}.`, z.enum(inclusions));
}

function buildOriginSchema() {
  return z.object({
    store: described("The id of the store that holds the rule.", z.string()),
    dialect: described("The dialect of its file, if it has a file.", z.optional(z.string())),
    root: described("The root directory that it was found in, relative to the project if it is inside.", z.optional(z.string())),
    path: described(
      "The path of its file, relative to the project if it is inside, with `/` between segments.",
      z.optional(z.string()),
    ),
    base: described(
      "The directory below the project that the rule governs, without a trailing slash. Its globs are relative to it, and the rule " +
        "applies only to files in it. Absent: the whole project.",
      z.optional(z.string()),
    ),
    rootOrder: described("The position of its root in the list of the store's roots, from 0. Default 0.", z.optional(z.int())),
    overlay: described(
      "Whether the rule is from the user's personal overlay, which replaces a shared rule of the same name.",
      z.optional(z.boolean()),
    ),
    label: described(
      "Whether the name comes from the file name. Such a name is a label: several rules may have the same.",
      z.optional(z.boolean()),
    ),
    imports: described(
      "Whether `@path` in its text imports that file, as it does in the tool of its dialect.",
      z.optional(z.boolean()),
    ),
    session: described("The session that the rule belongs to.", z.optional(z.string())),
    sha256: described("The SHA-256 of the file's bytes, in lowercase hexadecimal.", z.optional(z.string())),
  });
}

/** See {@link ruleSchema}. */
export function buildRuleSchema() {
  const text = z.string();
  const filledText = z.string().check(z.minLength(1));
  const flag = z.boolean();
  const time = text.check(z.refine(isTime, { error: "must be an ISO 8601 time, such as 2026-01-31T12:00:00Z" }));
  const noTexts = z._default(z.readonly(z.array(text)), []);
  return z.object({
    id: described("Stable in its store. File rules: `scope:path`.", filledText),
    name: described("Unique within a scope when it is declared; a label when it comes from a file name.", filledText),
    description: described("One line that says what the rule is about.", z._default(text, "")),
    content: described("The guidance itself, in Markdown.", z._default(text, "")),
    scope: z._default(buildScopeSchema(), defaultScope),
    inclusion: z._default(buildInclusionSchema(), defaultInclusion([])),
    globs: described("File patterns, in the canonical glob language. A leading `!` excludes.", noTexts),
    priority: described(
      "1 to 100. Within a scope, rules of higher priority come first. Default 50.",
      z._default(z.int().check(z.gte(1), z.lte(100)), defaultPriority),
    ),
    override: described(
      "Whether the rule overrides a rule of the same name at a lower scope on purpose. Default false.",
      z._default(flag, false),
    ),
    enabled: described("Whether the rule can apply. Default true.", z._default(flag, true)),
    pending: described(
      "Whether the rule waits for approval. A pending rule does not apply. Default false.",
      z._default(flag, false),
    ),
    authority: described(
      "absolute: the rule applies without a search, and the budget drops it last. Default `default`.",
      z._default(z.enum(authorities), "default"),
    ),
    category: described("The kind of guidance.", z.optional(z.enum(ruleCategories))),
    contexts: described("The contexts in which it applies; empty for all. The request has to be in one of them.", noTexts),
    targets: described("The tools that it applies to (`claude`, `cursor`, …); empty for all.", noTexts),
    projectId: described("The only project in which it applies.", z.optional(text)),
    userId: described("The only user for whom it applies.", z.optional(text)),
    tags: described("Labels for filters, as `dimension:value` (`language:typescript`).", noTexts),
    checks: described(
      "What shows whether an agent follows the rule: ids of policies, and mappings with a `match` as in a policy, which report and deny nothing. " +
        "See `precept adherence`.",
      z._default(z.readonly(z.array(z.union([text, z.record(text, jsonSchema)]))), []),
    ),
    remind: described(
      "After how many prompts of a session the rule is given again, from 1. Absent: not again, except after a compaction.",
      z.optional(z.int().check(z.gte(1))),
    ),
    conditions: described(
      "Conditions on the request's variables: for each variable a value, `{in: […]}` or `{not: value}`.",
      z.optional(z.record(text, jsonSchema)),
    ),
    validFrom: described(
      "When the rule begins to apply, ISO 8601. A date means midnight in UTC. Absent: it applies from the beginning.",
      z.optional(time),
    ),
    expiresAt: described(
      "When the rule stops applying, ISO 8601. A date means midnight in UTC. The rule is not deleted. Absent: never.",
      z.optional(time),
    ),
    source: described(
      "How the rule was created, such as `user`, `import` or `cli`. Any text; it has no effect.",
      z.optional(text),
    ),
    version: described("The number of the revision, from 1.", z._default(z.int().check(z.gte(1)), 1)),
    replaces: described("The ids of the rules that this one supersedes.", noTexts),
    origin: z._default(buildOriginSchema(), { store: "memory" }),
    createdAt: described("ISO 8601; empty if unknown.", z._default(text, "")),
    updatedAt: described("ISO 8601; empty if unknown.", z._default(text, "")),
    metadata: described("Front matter keys that are not fields of a rule.", z._default(z.record(text, jsonSchema), {})),
  });
}

/** Where a rule comes from. */
export const originSchema = /* @__PURE__ */ buildOriginSchema();

/** Guidance for an agent: a Markdown text and when it applies. All stores and dialects use this shape. */
export const ruleSchema = /* @__PURE__ */ buildRuleSchema();

/** Where a rule comes from. */
export type Origin = Readonly<z.infer<typeof originSchema>>;

/** {@inheritDoc ruleSchema} */
export type Rule = Readonly<z.infer<typeof ruleSchema>>;

/** The input of `createRule`: fields with a default are optional. */
export type RuleInput = Readonly<z.input<typeof ruleSchema>>;
