import { descriptionOf } from "../described.ts";
import { ruleSchema, type Origin, type Rule } from "../rule/rule-schema.ts";
import {
  authorities,
  clientScope,
  inclusions,
  persistentStoreKinds,
  ruleCategories,
  scopes,
  similarities,
  statuses,
} from "../values/rules.ts";
import { isTime } from "../values/time.ts";
import type { Json } from "../values/json.ts";
import { z } from "zod";
import type { SnakeCase } from "../values/snake-case.ts";
import { objectOf, strictObjectOf, textOrNull, texts, type Wire } from "../wire-parts.ts";
import { identifier, namedTenant } from "./query.ts";

/** The description of a field of a rule, as in the reference of rule files. */
function about(field: keyof typeof ruleSchema.shape): string {
  return descriptionOf(ruleSchema.shape[field]);
}

function aboutOrigin(field: keyof typeof ruleSchema.shape.origin.def.innerType.shape): string {
  return descriptionOf(ruleSchema.shape.origin.def.innerType.shape[field]);
}

/** Any JSON value. */
export const json = z.unknown().meta({ description: "Any JSON value." }) as unknown as z.ZodType<Json>;

/** A JSON object. */
export const jsonObject = z.record(z.string(), json);

/** The id of a policy, or a check of the rule's own. */
const check = z.union([z.string(), jsonObject]);

const time = z.string().meta({ description: "ISO 8601; empty if unknown." });

/** The name of a field of a rule on the wire. */
type WireName<Field extends string> = Field extends "targets"
  ? "tool_targets"
  : Field extends "path"
    ? "source_path"
    : SnakeCase<Field>;

/** A rule on the wire: snake_case, with additional names for older clients. */
export const wireRule = objectOf("Rule", "A rule: guidance for an agent, and when it applies.", {
  id: z.string().describe(about("id")),
  name: z.string().describe(about("name")),
  description: z.string().describe(about("description")),
  content: z.string().describe(about("content")),
  scope: z.enum(scopes).describe(about("scope")),
  inclusion: z.enum(inclusions).describe(about("inclusion")),
  globs: texts.describe(about("globs")),
  file_match_pattern: textOrNull.describe("The globs, joined with commas; null if there are none."),
  priority: z.int().describe(about("priority")),
  override: z.boolean().describe(about("override")),
  enabled: z.boolean().describe(about("enabled")),
  pending: z.boolean().describe(about("pending")),
  status: z.enum(statuses).describe("The status that follows from `enabled`, `pending` and the rules that replace it."),
  authority: z.enum(authorities).describe(about("authority")),
  category: z.enum(ruleCategories).nullable().describe(about("category")),
  contexts: texts.describe(about("contexts")),
  tool_targets: texts.describe(about("targets")),
  project_id: textOrNull.describe(about("projectId")),
  user_id: textOrNull.describe(about("userId")),
  tags: texts.describe(about("tags")),
  checks: z.array(check).describe(about("checks")),
  remind: z.int().nullable().describe(about("remind")),
  conditions: jsonObject.nullable().describe(about("conditions")),
  valid_from: textOrNull.describe(about("validFrom")),
  expires_at: textOrNull.describe(about("expiresAt")),
  source: textOrNull.describe(about("source")),
  version: z.int().describe(about("version")),
  replaces: texts.describe(about("replaces")),
  store: z.string().describe(aboutOrigin("store")),
  dialect: textOrNull.describe(aboutOrigin("dialect")),
  root: textOrNull.describe(aboutOrigin("root")),
  base: textOrNull.describe(aboutOrigin("base")),
  source_path: textOrNull.describe(aboutOrigin("path")),
  root_order: z.int().describe(aboutOrigin("rootOrder")),
  overlay: z.boolean().describe(aboutOrigin("overlay")),
  label: z.boolean().describe(aboutOrigin("label")),
  imports: z.boolean().describe(aboutOrigin("imports")),
  session: textOrNull.describe(aboutOrigin("session")),
  sha256: textOrNull.describe(aboutOrigin("sha256")),
  created_at: time,
  updated_at: time,
  metadata: jsonObject.describe(about("metadata")),
  usage_count: z.int().optional().describe("How often the rule was part of a resolution. Absent if the store does not count it."),
  last_used: textOrNull
    .optional()
    .describe("ISO 8601; null if the rule was never used. Absent if the store does not count uses."),
  token_cost: z.int().optional().describe("The length of the content in tokens. Absent if it was not computed."),
} satisfies Record<WireName<Exclude<keyof Rule, "origin"> | keyof Origin>, z.ZodType> & Record<string, z.ZodType>);

export type WireRule = Wire<typeof wireRule>;

/** A rule that is similar to another one. */
export const similarRule = objectOf("SimilarRule", "A rule that is similar to another one.", {
  rule: wireRule,
  kind: z
    .enum(similarities)
    .describe("`nearDuplicate`: they have most of their words in common. `contradiction`: they seem to say the opposite."),
  reason: z.string().describe("Why the rules count as similar, in one sentence."),
});

/** A rule on the wire after a write. */
export const writtenRule = objectOf("WrittenRule", "A rule after a write.", {
  ...wireRule.shape,
  position: textOrNull.describe(
    "The position of the store after the write, for the header `Precept-Position` of reads. Null for rules in files and of sessions.",
  ),
});

export type WrittenRule = Wire<typeof writtenRule>;

/** A revision of a rule on the wire. */
export const wireRevision = objectOf("RuleRevision", "A revision of a rule.", {
  revision: z.string(),
  version: z.int().describe("Increases whenever the name, the description or the text changes."),
  deleted: z.boolean().describe("Whether the revision is the deletion of the rule."),
  at: textOrNull.describe("When it was written, ISO 8601."),
  reason: textOrNull.describe("Why it was written."),
  rule: wireRule.describe("The rule as of this revision; of a deletion, its last state."),
});

export type WireRevision = Wire<typeof wireRevision>;

/** The fields of a rule that clients set: all others belong to its place, or the server fills them in. */
const fixedFields = [
  "id",
  "name",
  "scope",
  "projectId",
  "userId",
  "source",
  "version",
  "origin",
  "createdAt",
  "updatedAt",
] as const;

type SettableField = Exclude<keyof Rule, (typeof fixedFields)[number]>;

/** The fields of a rule that clients set, by their names on the wire. */
export const ruleFieldNames = Object.fromEntries(
  Object.keys(ruleSchema.shape)
    .filter((field) => !(fixedFields as readonly string[]).includes(field))
    .map((field) => [field, field === "targets" ? "tool_targets" : field]),
) as { readonly [Field in SettableField]: WireName<Field> };

const filled = z.string().min(1).regex(/\S/, "Must not be blank");

const description = filled.max(500).describe(about("description"));
const content = filled.describe(about("content"));

const optionalTime = z.string().refine(isTime, "Must be an ISO 8601 time").nullish();

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
  checks: z.array(check).optional().describe(about("checks")),
  remind: z
    .int()
    .min(1)
    .nullish()
    .describe(`${about("remind")} Null removes it.`),
  conditions: jsonObject.nullish().describe(`${about("conditions")} Null removes them.`),
  valid_from: optionalTime.describe(`${about("validFrom")} Null removes it.`),
  expires_at: optionalTime.describe(`${about("expiresAt")} Null removes it.`),
  replaces: texts
    .optional()
    .describe("The ids or the names of the rules that this one supersedes. Rules of other stores are not superseded."),
  metadata: jsonObject.optional().describe(about("metadata")),
} satisfies Record<WireName<Exclude<SettableField, "description" | "content">> | "file_match_pattern", z.ZodType>;

const reason = z
  .string()
  .max(1000)
  .optional()
  .describe("Why the rule is changed, for its history. Stores without a history do not store it.");

/** A new rule. */
export const ruleCreate = strictObjectOf("RuleCreate", "A new rule.", {
  name: z
    .string()
    .min(1)
    .max(100)
    .describe("Prompts can refer to the rule as `@name` if it consists of letters, digits, `_`, `.` and `-`."),
  description,
  content,
  scope: z
    .enum(scopes)
    .default(clientScope)
    .describe("Who the rule applies to. Rules of user scope belong to the user of the request."),
  ...optionalFields,
  inclusion: optionalFields.inclusion.describe(`${about("inclusion")} Default: \`always\`, or \`fileMatch\` with globs.`),
  store: z
    .enum(persistentStoreKinds)
    .optional()
    .describe("Where to store the rule. Default: the database if there is one, else files."),
  session_id: identifier.max(200).optional().describe("The session of the rule. Required for session scope."),
  force: z
    .boolean()
    .optional()
    .describe("Whether to create the rule although it is similar to another one or contains a secret. Default false."),
  ...namedTenant,
  reason,
});

export type RuleCreate = z.output<typeof ruleCreate>;

/** The changes of a rule. */
export const ruleUpdate = strictObjectOf("RuleUpdate", "The changed fields of a rule. The others stay as they are.", {
  description: description.nullish(),
  content: content.nullish(),
  ...optionalFields,
  reason,
});

export type RuleUpdate = z.output<typeof ruleUpdate>;
