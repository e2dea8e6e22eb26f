import { create, fromBinary, toBinary, type MessageShape } from "@bufbuild/protobuf";
import { createRule, toWireMemoryRule } from "@precept/core";
import type * as plain from "@precept/contract";
import {
  fromMemoryRule,
  fromRequestMessage,
  type GetMemoryRuleByIdRequestSchema,
  GetMemoryRulesRequestSchema,
  MemoryRuleSchema,
  type MemoryRulesResponseSchema,
  SearchMemoryRulesRequestSchema,
  toRequestMessage,
  toResponseMessage,
  UpdateRuleUsageRequestSchema,
  type UpdateRuleUsageResponseSchema,
} from "@precept/contract/memory";
import type { SnakeCase } from "@precept/contract/values";
import { anyCodePoint } from "@precept/testing";
import * as fc from "fast-check";
import { expect, expectTypeOf, it } from "vitest";
/** The names of the fields of a generated message, as they are on the wire. */
type FieldsOf<Message> = SnakeCase<Exclude<keyof Message, `$${string}`> & string>;

it("the messages have the same fields as the objects of the service", () => {
  expectTypeOf<FieldsOf<MessageShape<typeof GetMemoryRulesRequestSchema>>>().toEqualTypeOf<keyof plain.GetMemoryRulesRequest>();
  expectTypeOf<FieldsOf<MessageShape<typeof SearchMemoryRulesRequestSchema>>>().toEqualTypeOf<
    keyof plain.SearchMemoryRulesRequest
  >();
  expectTypeOf<FieldsOf<MessageShape<typeof GetMemoryRuleByIdRequestSchema>>>().toEqualTypeOf<
    keyof plain.GetMemoryRuleByIdRequest
  >();
  expectTypeOf<FieldsOf<MessageShape<typeof UpdateRuleUsageRequestSchema>>>().toEqualTypeOf<keyof plain.UpdateRuleUsageRequest>();
  expectTypeOf<FieldsOf<MessageShape<typeof MemoryRuleSchema>>>().toEqualTypeOf<keyof plain.WireMemoryRule>();
  expectTypeOf<FieldsOf<MessageShape<typeof MemoryRulesResponseSchema>>>().toEqualTypeOf<keyof plain.MemoryRulesResponse>();
  expectTypeOf<FieldsOf<MessageShape<typeof MemoryRulesResponseSchema>["stores"][number]>>().toEqualTypeOf<
    keyof plain.WireStoreReport
  >();
  expectTypeOf<FieldsOf<MessageShape<typeof UpdateRuleUsageResponseSchema>>>().toEqualTypeOf<
    keyof plain.UpdateRuleUsageResponse
  >();
});

it("requests have the fields that were set, and those that are always present", () => {
  const list = toRequestMessage(GetMemoryRulesRequestSchema, { project_id: "shop", limit: undefined });
  expect(fromRequestMessage(GetMemoryRulesRequestSchema, list)).toEqual({
    project_id: "shop",
    scope: [],
    tool_targets: [],
    tags: [],
    status: [],
  });
  const usage = create(UpdateRuleUsageRequestSchema);
  expect(fromRequestMessage(UpdateRuleUsageRequestSchema, usage)).toEqual({ rule_ids: [], session_id: "", tool: "" });
});

it("a threshold of single precision is the number that the client wrote", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1000, max: 1000 }), (thousandths) => {
      const request = { query: "tests", score_threshold: thousandths / 1000 };
      const bytes = toBinary(SearchMemoryRulesRequestSchema, toRequestMessage(SearchMemoryRulesRequestSchema, request));
      const read = fromRequestMessage(SearchMemoryRulesRequestSchema, fromBinary(SearchMemoryRulesRequestSchema, bytes));
      expect(read).toMatchObject(request);
    }),
  );
});

const texts = fc.array(fc.string({ unit: anyCodePoint }), { maxLength: 3 });
const maybeText = fc.option(fc.string({ unit: anyCodePoint }), { nil: undefined });

it("rules are the same after a message", () => {
  const anyRule = fc.record({
    content: fc.string({ unit: anyCodePoint }),
    contexts: texts,
    targets: texts,
    tags: texts,
    globs: texts,
    replaces: texts,
    source: maybeText,
    projectId: maybeText,
    userId: maybeText,
    category: fc.constantFrom("preference", "behavior", "agent", undefined),
    conditions: fc.option(fc.dictionary(fc.string(), fc.jsonValue()), { nil: undefined }),
    metadata: fc.dictionary(fc.string(), fc.jsonValue()),
    version: fc.maxSafeNat().map((version) => Math.max(version, 1)),
    enabled: fc.boolean(),
    pending: fc.boolean(),
    priority: fc.integer({ min: 1, max: 100 }),
    origin: fc.record(
      { store: fc.constant("fs"), path: fc.constant("CLAUDE.md"), imports: fc.constant(true), overlay: fc.constant(true) },
      { requiredKeys: ["store"] },
    ),
  });
  const anyOptions = fc.record({
    usage: fc.constantFrom("unused" as const, undefined, { count: 7, lastUsedAt: "2026-01-02" }, { count: 7, lastUsedAt: "" }),
    relevanceScore: fc.option(
      fc.integer({ min: 1, max: 999 }).map((value) => value / 1000),
      { nil: undefined },
    ),
    scores: fc.constantFrom({}, { sparse: 1 / 3 }, { sparse: 0.1, dense: -1 / 7 }),
    tokenCost: fc.option(fc.nat(), { nil: undefined }),
  });
  fc.assert(
    fc.property(anyRule, anyOptions, (fields, options) => {
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as typeof fields;
      const rule = toWireMemoryRule(createRule({ id: "a", name: "a", ...(given as object) }), options);
      const bytes = toBinary(MemoryRuleSchema, toResponseMessage(MemoryRuleSchema, rule));
      expect(fromMemoryRule(fromBinary(MemoryRuleSchema, bytes))).toEqual(rule);
    }),
  );
});

it("texts that are not valid Unicode do not fail an answer", () => {
  const rule = toWireMemoryRule(createRule({ id: "a", name: "a", content: "half \ud83d", tags: ["\udc00"] }));
  expect(fromMemoryRule(toResponseMessage(MemoryRuleSchema, rule))).toEqual({ ...rule, rule: "half \ufffd", tags: ["\ufffd"] });
});
