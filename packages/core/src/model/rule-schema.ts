import * as z from "zod/mini";
import { described } from "./described.ts";
import { jsonSchema } from "./json.ts";
import { defaultInclusion, inclusions, inclusionTable } from "./inclusion.ts";
import { defaultPriority } from "./priority.ts";
import { defaultScope, scopes, scopeTable } from "./scope.ts";

// Made by functions: a program that never checks a rule, as most runs of the command line, never builds a schema.

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
    dialect: described("The dialect its file is written in, where it is a file.", z.optional(z.string())),
    root: described("The rule root it was found in, relative to the project where it lies inside it.", z.optional(z.string())),
    path: described(
      "Its file, relative to the project where it lies inside it, with `/` between segments.",
      z.optional(z.string()),
    ),
    base: described(
      "The directory below the project that the rule governs, without a trailing slash. Its globs are relative to it, and it " +
        "applies only to files inside it. Absent: the whole project.",
      z.optional(z.string()),
    ),
    rootOrder: described("The position of its root among the store's roots, 0 first. Default 0.", z.optional(z.int())),
    overlay: described(
      "Whether the rule is from a person's own overlay, which replaces a shared rule of the same name.",
      z.optional(z.boolean()),
    ),
    label: described(
      "Whether the name only comes from the file name. Such a name is a label: two rules may carry the same one.",
      z.optional(z.boolean()),
    ),
    imports: described(
      "Whether `@path` in its text brings in that file, as it does in the tool that the file is written for.",
      z.optional(z.boolean()),
    ),
    session: described("The session that the rule lives and ends with.", z.optional(z.string())),
    sha256: described("The SHA-256 of the file's bytes, in lower-case hexadecimal.", z.optional(z.string())),
  });
}

/** See {@link ruleSchema}. */
export function buildRuleSchema() {
  const text = z.string();
  const filledText = z.string().check(z.minLength(1));
  const flag = z.boolean();
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
      "1 to 100; within a scope the higher one comes first. Default 50.",
      z._default(z.int().check(z.gte(1), z.lte(100)), defaultPriority),
    ),
    override: described(
      "Says that shadowing a rule of the same name at a lower scope is deliberate. Default false.",
      z._default(flag, false),
    ),
    enabled: described("A rule that is not enabled never applies. Default true.", z._default(flag, true)),
    pending: described(
      "Proposed, and waiting for somebody's approval: it does not apply. Default false.",
      z._default(flag, false),
    ),
    authority: described(
      "absolute: never dropped for lack of relevance, and dropped last by the budget. Default `default`.",
      z._default(z.enum(["absolute", "default"]), "default"),
    ),
    category: described("What kind of guidance it is.", z.optional(z.enum(["preference", "behavior", "agent"]))),
    contexts: described(
      "Where it applies; empty is everywhere, else one of them has to be among the request's contexts.",
      noTexts,
    ),
    targets: described("The tools it is for (`claude`, `cursor`, …); empty is every tool.", noTexts),
    projectId: described("The one project it belongs to.", z.optional(text)),
    userId: described("The one user it belongs to.", z.optional(text)),
    tags: described("Labels for filters, as `dimension:value` (`language:typescript`).", noTexts),
    conditions: described(
      "What the request's variables have to be: a value, `{in: […]}` or `{not: value}` for each variable.",
      z.optional(z.record(text, jsonSchema)),
    ),
    version: described("Counts the revisions of the rule, from 1.", z._default(z.int().check(z.gte(1)), 1)),
    replaces: described("The ids of the rules that this one supersedes.", noTexts),
    origin: z._default(buildOriginSchema(), { store: "memory" }),
    createdAt: described("ISO 8601, or empty where nobody knows.", z._default(text, "")),
    updatedAt: described("ISO 8601, or empty where nobody knows.", z._default(text, "")),
    metadata: described(
      "Keys of the front matter that the rule model does not know.",
      z._default(z.record(text, jsonSchema), {}),
    ),
  });
}

/** Where a rule came from. */
export const originSchema = /* @__PURE__ */ buildOriginSchema();

/** Guidance for an agent: a Markdown body and when it applies. One shape for every store and every dialect. */
export const ruleSchema = /* @__PURE__ */ buildRuleSchema();
