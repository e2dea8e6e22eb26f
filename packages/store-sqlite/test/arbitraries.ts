import { authorities, createRule, inclusions, ruleCategories, scopes, type Json, type Rule, type RuleInput } from "@precept/core";
import { anyCodePoint } from "@precept/testing";
import * as fc from "fast-check";

/** Texts with special characters of SQL and JSON, null characters, and characters of all planes. */
const anyText = fc.oneof(
  fc.string({ unit: anyCodePoint, maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(..."ab'\"%_\\;\0\n\r\t?:@$é\uff5e😀", "--", "\u2028"), maxLength: 20 }),
);

const filledText = anyText.filter((text) => text !== "");
const texts = fc.array(anyText, { maxLength: 3 });
const anyKey = anyText.filter((key) => key !== "__proto__");

/** JSON that round-trips: with unpaired surrogates, without -0. */
const anyJson = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Json>(null, true, false, 0, -3, 0.5, 1e21, 2 ** 53, "\ud800"),
    anyText,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(anyKey, tie("value"), { maxKeys: 3 }),
  ),
})).value;

const ruleFields = {
  id: filledText,
  name: filledText,
  description: anyText,
  content: fc.oneof(anyText, fc.constant("\udfff x \ud800"), fc.constant("line\r\n".repeat(2000))),
  scope: fc.constantFrom(...scopes),
  inclusion: fc.constantFrom(...inclusions),
  globs: texts,
  priority: fc.integer({ min: 1, max: 100 }),
  override: fc.boolean(),
  enabled: fc.boolean(),
  pending: fc.boolean(),
  authority: fc.constantFrom(...authorities),
  category: fc.constantFrom(...ruleCategories),
  contexts: texts,
  targets: texts,
  projectId: anyText,
  userId: anyText,
  tags: texts,
  checks: fc.array(fc.oneof(fc.stringMatching(/^[a-z]{1,4}$/), fc.dictionary(anyKey, anyJson, { maxKeys: 2 })), { maxLength: 2 }),
  remind: fc.integer({ min: 1, max: 99 }),
  conditions: fc.dictionary(anyKey, anyJson, { maxKeys: 2 }),
  validFrom: fc.constantFrom("2020-01-02", "2020-01-02T03:04:05.000Z"),
  expiresAt: fc.constantFrom("2030-01-02", "2030-01-02T03:04:05+02:00"),
  source: anyText,
  version: fc.integer({ min: 1, max: 99 }),
  replaces: fc.array(
    anyText.map((text) => `other ${text}`),
    { maxLength: 3 },
  ),
  origin: fc.record(
    { store: fc.constantFrom("fs", ""), path: anyText, rootOrder: fc.nat(3), overlay: fc.boolean(), sha256: anyText },
    { requiredKeys: ["store"] },
  ),
  createdAt: fc.constantFrom("", "2020-01-02T03:04:05.000Z"),
  updatedAt: fc.constantFrom("", "2020-01-02T03:04:05.000Z"),
  metadata: fc.dictionary(anyKey, anyJson, { maxKeys: 3 }),
} satisfies { [Field in keyof RuleInput]-?: fc.Arbitrary<unknown> };

/** A rule with any fields and values. */
export const anyRule: fc.Arbitrary<Rule> = fc
  .record(ruleFields, { requiredKeys: ["id", "name"] })
  .map((input) => createRule(input as RuleInput));

/**
 * Generates rules that differ in these fields and apply to every request. They have few names, so that some are equal.
 */
export function ruleSet(
  vary: readonly ("scope" | "priority" | "override")[],
  names: fc.Arbitrary<string> = fc.constantFrom("a", "b", "B", "é", "😀", "\uff5e"),
): fc.Arbitrary<readonly Rule[]> {
  const varied = Object.fromEntries(vary.map((field) => [field, ruleFields[field]]));
  return fc
    .array(fc.record({ name: names, ...varied }), { maxLength: 12 })
    .map((inputs) => inputs.map((input, position) => createRule({ id: `r${String(position).padStart(2, "0")}`, ...input })));
}
