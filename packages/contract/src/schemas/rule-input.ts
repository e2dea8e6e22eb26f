import { descriptionOf } from "../described.ts";
import { ruleSchema, type Rule } from "../rule/rule-schema.ts";
import { inclusions } from "../values/inclusion.ts";
import { authorities, ruleCategories } from "../values/rule-kinds.ts";
import { scopes } from "../values/scope.ts";
import { persistentStoreKinds } from "../values/store-kinds.ts";
import { z } from "zod";
import { identifier, namedTenant } from "./query.ts";
import { jsonObject } from "./wire-rule.ts";

/** The fields of a rule that clients set, by their names on the wire. */
export const ruleFieldNames = {
  description: "description",
  content: "content",
  inclusion: "inclusion",
  globs: "globs",
  priority: "priority",
  override: "override",
  enabled: "enabled",
  pending: "pending",
  authority: "authority",
  category: "category",
  contexts: "contexts",
  targets: "tool_targets",
  tags: "tags",
  conditions: "conditions",
  replaces: "replaces",
  metadata: "metadata",
} as const satisfies Readonly<Partial<Record<keyof Rule, string>>>;

function about(field: keyof typeof ruleFieldNames): string {
  return descriptionOf(ruleSchema.shape[field]);
}

const texts = z.array(z.string());

const filled = z.string().min(1).regex(/\S/, "Must not be blank");

const description = filled.max(500).describe(about("description"));
const content = filled.describe(about("content"));

/** The other fields, all optional. Older clients send null for fields that they do not set. */
const optionalFields = {
  inclusion: z.enum(inclusions).nullish().describe(about("inclusion")),
  globs: texts.optional().describe(about("globs")),
  file_match_pattern: z.string().nullish().describe("The globs, joined with commas. Cannot be combined with other `globs`."),
  priority: z.int().min(1).max(100).nullish().describe(about("priority")),
  override: z.boolean().nullish().describe(about("override")),
  enabled: z.boolean().nullish().describe(about("enabled")),
  pending: z.boolean().optional().describe(about("pending")),
  authority: z.enum(authorities).optional().describe(about("authority")),
  category: z
    .enum(ruleCategories)
    .nullish()
    .describe(`${about("category")} Null removes it.`),
  contexts: texts.optional().describe(about("contexts")),
  tool_targets: texts.optional().describe(about("targets")),
  tags: texts.optional().describe(about("tags")),
  conditions: jsonObject.nullish().describe(`${about("conditions")} Null removes them.`),
  replaces: texts.optional().describe(`${about("replaces")} Rules of other stores are not superseded.`),
  metadata: jsonObject.optional().describe(about("metadata")),
};

const reason = z
  .string()
  .max(1000)
  .optional()
  .describe("Why the rule is changed, for its history. Stores without a history do not store it.");

/** A new rule. */
export const ruleCreate = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(100)
      .describe("Letters, digits, `_`, `.` and `-`, so that prompts can refer to the rule as `@name`."),
    description,
    content,
    scope: z
      .enum(scopes)
      .default("user")
      .describe("Who the rule applies to. Rules of user scope belong to the user of the request."),
    ...optionalFields,
    inclusion: optionalFields.inclusion.describe(`${about("inclusion")} Default: \`always\`, or \`fileMatch\` with globs.`),
    store: z
      .enum(persistentStoreKinds)
      .optional()
      .describe("Where to store the rule. Default: files if there are files of its scope."),
    session_id: identifier.max(200).optional().describe("The session of the rule. Required for session scope."),
    ...namedTenant,
    reason,
  })
  .meta({ id: "RuleCreate", description: "A new rule." });

export type RuleCreate = z.output<typeof ruleCreate>;

/** The changes of a rule. */
export const ruleUpdate = z
  .strictObject({ description: description.nullish(), content: content.nullish(), ...optionalFields, reason })
  .meta({ id: "RuleUpdate", description: "The changed fields of a rule. The others stay as they are." });

export type RuleUpdate = z.output<typeof ruleUpdate>;
