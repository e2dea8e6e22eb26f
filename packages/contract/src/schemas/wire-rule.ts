import { descriptionOf } from "../described.ts";
import { ruleSchema } from "../rule/rule-schema.ts";
import { inclusions } from "../values/inclusion.ts";
import type { Json } from "../values/json.ts";
import { authorities, ruleCategories, statuses } from "../values/rule-kinds.ts";
import { scopes } from "../values/scope.ts";
import { z } from "zod";
import { objectOf, type Wire } from "./object-of.ts";

/** The description of a field of a rule, as in the reference of rule files. */
function about(field: keyof typeof ruleSchema.shape): string {
  return descriptionOf(ruleSchema.shape[field]);
}

function aboutOrigin(field: keyof typeof ruleSchema.shape.origin.def.innerType.shape): string {
  return descriptionOf(ruleSchema.shape.origin.def.innerType.shape[field]);
}

const textOrNull = z.string().nullable();
const texts = z.array(z.string());

/** Any JSON value. */
export const json = z.unknown().meta({ description: "Any JSON value." }) as unknown as z.ZodType<Json>;

/** A JSON object. */
export const jsonObject = z.record(z.string(), json);

const time = z.string().meta({ description: "ISO 8601; empty if unknown." });

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
  conditions: jsonObject.nullable().describe(about("conditions")),
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
});

export type WireRule = Wire<typeof wireRule>;

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
