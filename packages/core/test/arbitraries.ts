import { type Json, inclusions, authorities, ruleCategories, scopes } from "@precept/contract/values";
import { anyCodePoint } from "../../../private/testing/src/any-code-point.ts";
import * as fc from "fast-check";
import { createRule } from "../src/model/create-rule.ts";
import type { Rule, RuleInput } from "../src/model/rule.ts";

/** Any text: with special characters of YAML, Markdown and globs, line breaks, and characters of all planes. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "b", " ", "1", ":", "#", "\n", "\u00a0"), maxLength: 6 }),
  fc.string({ unit: anyCodePoint, maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom(..."ab1 \t\r\n:#-*!&@[]{}()|>'\"\\,.?/%`~=<$^_+\u00a0\u2028é😀", "---", ": ", " #", "\r\n"),
    maxLength: 40,
  }),
);

export const filledText: fc.Arbitrary<string> = anyText.filter((text) => text.trim() !== "");

const anyKey = fc.oneof(fc.stringMatching(/^[a-z][a-zA-Z0-9_-]{0,8}$/), anyText).filter((key) => key !== "__proto__");

/** JSON that round-trips: no -0, no `__proto__`. */
export const anyJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Json>(null, true, false, 0, 7, -3, 0.5, 1e21, 1e-7),
    anyText,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(anyKey, tie("value"), { maxKeys: 3 }),
  ),
})).value;

export const ruleName: fc.Arbitrary<string> = fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,8}$/);

const word = fc.stringMatching(/^[a-z]{1,4}$/);
const texts = fc.array(word, { maxLength: 3 });

/** A few names, so that paths and globs often match. */
const directory = fc.constantFrom("a", "b", "ab", "src", ".git", "x.y");
const fileName = fc.constantFrom("a", "b", "a.ts", "b.ts", "ab.ts", "a.test.ts", "c.tsx", ".env", "a.js", "é.ts", "Makefile");

export const filePath: fc.Arbitrary<string> = fc
  .tuple(fc.array(directory, { maxLength: 4 }), fileName)
  .map(([directories, name]) => [...directories, name].join("/"));

const globSegment = fc.oneof(
  directory,
  fileName,
  fc.constantFrom("*", "**", "*.ts", "a*", "*.test.*", "?.ts", "[ab].ts", "[!a]*", "{a,b}", "*.{ts,tsx}", "{a,{b,ab}}.ts", "x.*"),
);

/** Globs with all features of the canonical language. */
export const anyGlob: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("", "", "/", "./"),
    fc.array(globSegment, { minLength: 1, maxLength: 4 }),
    fc.constantFrom("", "", "", "/"),
  )
  .map(([start, segments, end]) => start + segments.join("/") + end);

const times = fc.constantFrom("", "2026-01-02T03:04:05.000Z", "2025-10-04T20:00:00.123456", "2025-10-04T20:00:00+02:00");

/** An origin without fields that have default values, which the wire format omits. */
const anyOrigin = fc.record(
  {
    store: word,
    dialect: fc.constantFrom("precept", "cursor"),
    root: fc.constantFrom(".precept/rules", ".cursor/rules"),
    path: filePath.map((path) => `.precept/rules/${path}`),
    base: fc.constantFrom("a", "a/b"),
    rootOrder: fc.integer({ min: 1, max: 3 }),
    overlay: fc.constant(true),
    label: fc.constant(true),
    imports: fc.constant(true),
    session: word,
    sha256: fc.stringMatching(/^[0-9a-f]{64}$/),
  },
  { requiredKeys: ["store"] },
);

const ruleFields = {
  id: filledText,
  name: filledText,
  description: filledText,
  content: anyText,
  scope: fc.constantFrom(...scopes),
  inclusion: fc.constantFrom(...inclusions),
  globs: fc.uniqueArray(anyGlob, { maxLength: 3 }),
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
  checks: fc.array(fc.oneof(word, fc.dictionary(anyKey, anyJson, { maxKeys: 2 })), { maxLength: 2 }),
  remind: fc.integer({ min: 1, max: 99 }),
  conditions: fc.dictionary(anyKey, anyJson, { maxKeys: 2 }),
  validFrom: fc.constantFrom("2020-01-02", "2020-01-02T03:04:05.000Z"),
  expiresAt: fc.constantFrom("2030-01-02", "2030-01-02T03:04:05+02:00"),
  source: anyText,
  version: fc.integer({ min: 1, max: 99 }),
  replaces: texts,
  origin: anyOrigin,
  createdAt: times,
  updatedAt: times,
  metadata: fc.dictionary(anyKey, anyJson, { maxKeys: 3 }),
} satisfies { [Field in keyof RuleInput]-?: fc.Arbitrary<unknown> };

/** A rule with any fields and values. */
export const anyRule: fc.Arbitrary<Rule> = fc
  .record(ruleFields, { requiredKeys: ["id", "name", "description"] })
  .map((input) => createRule(input as RuleInput));

/** The fields in which rules of a set differ. Other fields have defaults, so that all preconditions are met. */
type Variable = "scope" | "inclusion" | "globs" | "priority" | "override" | "authority" | "content" | "enabled";

/**
 * A set of rules with few names, so that some have the same. Ids are unique.
 */
export function ruleSet(
  vary: readonly Variable[],
  options: { minLength?: number; maxLength?: number; names?: fc.Arbitrary<string> } = {},
): fc.Arbitrary<readonly Rule[]> {
  const { names = fc.constantFrom("a", "b", "B", "é", "😀", "\uff5e"), minLength = 0, maxLength = 12 } = options;
  const varied = Object.fromEntries(vary.map((field) => [field, ruleFields[field]]));
  return fc
    .array(fc.record({ name: names, ...varied }), { minLength, maxLength })
    .map((inputs) => inputs.map((input, position) => createRule({ id: `r${String(position).padStart(2, "0")}`, ...input })));
}

/** The items in any order. */
export function shuffled<Item>(items: readonly Item[]): fc.Arbitrary<readonly Item[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length });
}

/** Whether a text has no unpaired surrogates. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
