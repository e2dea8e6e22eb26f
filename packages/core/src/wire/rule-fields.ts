import { originSchema, ruleSchema, type Rule } from "@precept/contract/rule";
import { snakeCase, statuses } from "@precept/contract/values";
import type { z } from "zod/mini";
import type { WireField, WireFields } from "./read-fields.ts";
import { choiceReader, readChecks, readerOf, readGlobs, readNumber, readTime, wholeNumberReader } from "./reading.ts";

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** The fields of a schema by their names in snake case, except for those that are named or read in another way. */
function fieldsOf<Fields extends Shape>(
  shape: Fields,
  exceptions: { readonly [Field in keyof Fields]?: Partial<WireField> },
): Readonly<Record<keyof Fields, WireField>> {
  const fields = Object.entries(shape).map(([field, schema]) => {
    return [field, { names: [snakeCase(field)], read: readerOf(schema), ...exceptions[field] }] as const;
  });
  return Object.fromEntries(fields) as Readonly<Record<keyof Fields, WireField>>;
}

const { origin: _, ...ruleShape } = ruleSchema.shape;

/** The fields of a rule on the wire. In older formats, a memory rule's text is `rule`, and its contexts are `scope`. */
export const ruleFields: Readonly<Record<Exclude<keyof Rule, "origin">, WireField>> = fieldsOf(ruleShape, {
  content: { names: ["content", "rule"] },
  scope: { names: ["rule_scope", "scope"], accepts: (value, name) => name !== "scope" || !Array.isArray(value) },
  globs: { names: ["globs", "file_match_pattern"], read: readGlobs },
  priority: { read: wholeNumberReader(0, 100) },
  contexts: { names: ["contexts", "scope"], accepts: (value, name) => name !== "scope" || Array.isArray(value) },
  targets: { names: ["tool_targets", "targets"] },
  checks: { read: readChecks },
  validFrom: { read: readTime },
  expiresAt: { read: readTime },
  createdAt: { read: readTime },
  updatedAt: { read: readTime },
});

/** The fields of a rule's origin on the wire. */
export const originFields: WireFields = fieldsOf(originSchema.shape, {
  path: { names: ["source_path"] },
  rootOrder: { read: wholeNumberReader(0) },
});

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
