import { inclusions, authorities, ruleCategories, scopes, statuses } from "@precept/contract/values";
import type { Origin, Rule } from "../model/rule.ts";
import type { WireField } from "./read-fields.ts";
import {
  choiceReader,
  readFilledText,
  readFlag,
  readGlobs,
  readJsonObject,
  readNumber,
  readText,
  readTexts,
  readTime,
  wholeNumberReader,
} from "./reading.ts";

/** The fields of a rule on the wire. Older formats have other names for some: `rule` is the text of a memory rule, and its `scope` a list of contexts. */
export const ruleFields: { readonly [Field in Exclude<keyof Rule, "origin">]-?: WireField } = {
  id: { names: ["id"], read: readFilledText },
  name: { names: ["name"], read: readFilledText },
  description: { names: ["description"], read: readText },
  content: { names: ["content", "rule"], read: readText },
  scope: {
    names: ["rule_scope", "scope"],
    read: choiceReader(scopes),
    accepts: (value, name) => name !== "scope" || !Array.isArray(value),
  },
  inclusion: { names: ["inclusion"], read: choiceReader(inclusions) },
  globs: { names: ["globs", "file_match_pattern"], read: readGlobs },
  priority: { names: ["priority"], read: wholeNumberReader(0, 100) },
  override: { names: ["override"], read: readFlag },
  enabled: { names: ["enabled"], read: readFlag },
  pending: { names: ["pending"], read: readFlag },
  authority: { names: ["authority"], read: choiceReader(authorities) },
  category: { names: ["category"], read: choiceReader(ruleCategories) },
  contexts: { names: ["contexts", "scope"], read: readTexts, accepts: (value, name) => name !== "scope" || Array.isArray(value) },
  targets: { names: ["tool_targets", "targets"], read: readTexts },
  projectId: { names: ["project_id"], read: readText },
  userId: { names: ["user_id"], read: readText },
  tags: { names: ["tags"], read: readTexts },
  conditions: { names: ["conditions"], read: readJsonObject },
  source: { names: ["source"], read: readText },
  version: { names: ["version"], read: wholeNumberReader(1) },
  replaces: { names: ["replaces"], read: readTexts },
  createdAt: { names: ["created_at"], read: readTime },
  updatedAt: { names: ["updated_at"], read: readTime },
  metadata: { names: ["metadata"], read: readJsonObject },
};

/** The fields of a rule's origin on the wire. */
export const originFields: { readonly [Field in keyof Origin]-?: WireField } = {
  store: { names: ["store"], read: readText },
  dialect: { names: ["dialect"], read: readText },
  root: { names: ["root"], read: readText },
  path: { names: ["source_path"], read: readText },
  base: { names: ["base"], read: readText },
  rootOrder: { names: ["root_order"], read: wholeNumberReader(0) },
  overlay: { names: ["overlay"], read: readFlag },
  label: { names: ["label"], read: readFlag },
  imports: { names: ["imports"], read: readFlag },
  session: { names: ["session"], read: readText },
  sha256: { names: ["sha256"], read: readText },
};

/** What accompanies a rule on the wire without being part of it. */
export const accompanyingFields = {
  status: { names: ["status"], read: choiceReader(statuses) },
  usageCount: { names: ["usage_count"], read: wholeNumberReader(0) },
  lastUsed: { names: ["last_used"], read: readTime },
  tokenCost: { names: ["token_cost"], read: wholeNumberReader(0) },
  relevanceScore: { names: ["relevance_score"], read: readNumber },
  sparseScore: { names: ["sparse_score"], read: readNumber },
  denseScore: { names: ["dense_score"], read: readNumber },
} as const satisfies Readonly<Record<string, WireField>>;
