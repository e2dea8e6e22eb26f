import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ResolveRequest } from "../model/request.ts";
import type { RuleInput } from "../model/rule.ts";
import { anyRule } from "../../test/arbitraries.ts";
import { buildRule } from "../../test/rules.ts";
import { failedPrecondition, hasPreconditions } from "./precondition.ts";

const gold = { tier: "gold" };

describe("a rule is skipped if", () => {
  it.each<[string, Partial<RuleInput>, ResolveRequest, unknown]>([
    ["it is disabled", { enabled: false }, {}, { kind: "disabled" }],
    [
      "it is for other tools",
      { targets: ["claude", "kiro"] },
      { tool: "cursor" },
      { kind: "wrongTarget", targets: ["claude", "kiro"], tool: "cursor" },
    ],
    ["it belongs to another project", { projectId: "shop" }, { project: "blog" }, { kind: "wrongProject", project: "shop" }],
    ["it belongs to a project and the request has none", { projectId: "shop" }, {}, { kind: "wrongProject", project: "shop" }],
    ["it belongs to another user", { userId: "ann" }, { user: "bob" }, { kind: "wrongUser", user: "ann" }],
    ["it belongs to a user and the request has none", { userId: "ann" }, {}, { kind: "wrongUser", user: "ann" }],
    [
      "it is for other contexts",
      { contexts: ["review", "chat"] },
      { contexts: ["edit"] },
      { kind: "wrongContext", contexts: ["review", "chat"] },
    ],
    [
      "it is for some contexts and the request has none",
      { contexts: ["review"] },
      {},
      { kind: "wrongContext", contexts: ["review"] },
    ],
    [
      "a condition is not met",
      { conditions: { a: 1, ...gold } },
      { variables: { a: 1, tier: "tin" } },
      { kind: "unmetCondition", variable: "tier" },
    ],
    [
      "it is for another assistant",
      { conditions: { assistant_id: "reviewer" } },
      { assistant: "planner", variables: { assistant_id: "reviewer" } },
      { kind: "unmetCondition", variable: "assistant_id" },
    ],
    ["a variable is missing", { conditions: gold }, {}, { kind: "unmetCondition", variable: "tier" }],
    [
      "it has expired",
      { expiresAt: "2026-01-31T12:00:00+01:00" },
      { timestamp: "2026-01-31T11:00:00Z" },
      { kind: "expired", at: "2026-01-31T12:00:00+01:00" },
    ],
    [
      "it does not apply yet",
      { validFrom: "2026-02-01" },
      { timestamp: "2026-01-31T23:59:59.999Z" },
      { kind: "notYetValid", from: "2026-02-01" },
    ],
  ])("%s", (_, input, request, reason) => {
    expect(failedPrecondition(buildRule(input), request, undefined)).toEqual(reason);
  });

  it("an overlay replaces it, which takes precedence over all reasons except disabled", () => {
    const overlay = { kind: "replacedByOverlay", by: "mine" } as const;
    expect(failedPrecondition(buildRule({ targets: ["kiro"] }), { tool: "cursor" }, overlay)).toEqual(overlay);
    expect(failedPrecondition(buildRule({ enabled: false }), {}, overlay)).toEqual({ kind: "disabled" });
  });

  it("waits for approval", () => {
    expect(failedPrecondition(buildRule({ pending: true }), {}, undefined)).toEqual({ kind: "pending" });
  });

  it("belongs to another session", () => {
    const rule = buildRule({ origin: { store: "memory", session: "one" } });
    expect(failedPrecondition(rule, { session: "two" }, undefined)).toEqual({ kind: "wrongSession", session: "one" });
    expect(failedPrecondition(rule, {}, undefined)).toEqual({ kind: "wrongSession", session: "one" });
    expect(failedPrecondition(rule, { session: "one" }, undefined)).toBeUndefined();
  });
});

it.each<[string, Partial<RuleInput>, ResolveRequest]>([
  ["for one of its tools", { targets: ["claude", "cursor"] }, { tool: "cursor" }],
  ["if the request names no tool", { targets: ["claude"] }, {}],
  ["in its project", { projectId: "shop" }, { project: "shop" }],
  ["without a project, for any request", {}, { project: "shop", user: "ann", contexts: ["chat"], tool: "kiro" }],
  ["for its user", { userId: "ann" }, { user: "ann" }],
  ["for its assistant", { conditions: { assistant_id: { in: ["reviewer"] } } }, { assistant: "reviewer" }],
  ["for its assistant as a variable", { conditions: { assistant_id: "reviewer" } }, { variables: { assistant_id: "reviewer" } }],
  ["in one of its contexts", { contexts: ["review", "chat"] }, { contexts: ["edit", "chat"] }],
])("accepts a rule %s", (_, input, request) => {
  expect(failedPrecondition(buildRule(input), request, undefined)).toBeUndefined();
});

describe("a condition", () => {
  it.each<[condition: NonNullable<RuleInput["conditions"]>[string], met: unknown[], unmet: unknown[]]>([
    ["gold", ["gold"], ["tin", "", null, undefined, ["gold"]]],
    [7, [7], ["7", 8]],
    [false, [false], [true, null, undefined, 0]],
    [null, [null], [undefined, false]],
    [["a", "b"], [["a", "b"]], [["b", "a"], ["a"], "a"]],
    [{ a: { b: 1 } }, [{ a: { b: 1 } }], [{ a: { b: 2 } }, { a: { b: 1 }, c: 1 }, {}]],
    [{}, [{}], [{ a: 1 }, undefined]],
    [{ in: ["gold", "tin"] }, ["gold", "tin"], ["lead", undefined]],
    [{ in: [] }, [], ["gold", undefined]],
    [{ in: "gold" }, [], ["gold"]],
    [{ in: [["a"], { b: 1 }] }, [["a"], { b: 1 }], ["a", { b: 2 }]],
    [{ not: "tin" }, ["gold", undefined, null], ["tin"]],
    [{ not: ["tin", "lead"] }, ["gold", undefined, ["tin", "lead"]], ["tin", "lead"]],
    [{ not: { in: ["tin", "lead"] } }, ["gold"], ["tin", "lead"]],
    [{ in: ["gold", "tin"], not: "tin" }, ["gold"], ["tin", "lead"]],
    [{ in: ["gold"], because: "of this" }, [{ in: ["gold"], because: "of this" }], ["gold"]],
  ])("%j is met by %j and not by %j", (condition, met, unmet) => {
    const rule = buildRule({ conditions: { tier: condition } });
    const isMet = (value: unknown) => {
      const variables = (value === undefined ? {} : { tier: value }) as NonNullable<ResolveRequest["variables"]>;
      return failedPrecondition(rule, { variables }, undefined) === undefined;
    };
    expect(met.map(isMet)).toEqual(met.map(() => true));
    expect(unmet.map(isMet)).toEqual(unmet.map(() => false));
  });

  it("on a variable with the name of an object method is not met if the variable is missing", () => {
    expect(failedPrecondition(buildRule({ conditions: { toString: "a" } }), { variables: {} }, undefined)).toEqual({
      kind: "unmetCondition",
      variable: "toString",
    });
  });
});

it("a rule without preconditions fails none, whatever the request", () => {
  const name = fc.constantFrom("shop", "ann", "cursor", "review");
  const request = fc.record<ResolveRequest>(
    { project: name, user: name, tool: name, session: name, assistant: name, contexts: fc.array(name) },
    { requiredKeys: [] },
  );
  let without = 0;
  fc.assert(
    fc.property(fc.oneof(anyRule, fc.constant(buildRule())), request, (rule, about) => {
      if (hasPreconditions(rule)) return;
      without += 1;
      expect(failedPrecondition(rule, about, undefined)).toBeUndefined();
    }),
    { numRuns: 1000 },
  );
  expect(without).toBeGreaterThan(100);
});

it.each<[string, Partial<RuleInput>]>([
  ["is disabled", { enabled: false }],
  ["waits for approval", { pending: true }],
  ["is for tools", { targets: ["cursor"] }],
  ["belongs to a project", { projectId: "shop" }],
  ["belongs to a user", { userId: "ann" }],
  ["belongs to a session", { origin: { store: "memory", session: "s" } }],
  ["is for contexts", { contexts: ["review"] }],
  ["has conditions", { conditions: gold }],
])("a rule that %s has preconditions", (_, input) => {
  expect(hasPreconditions(buildRule(input))).toBe(true);
  expect(hasPreconditions(buildRule())).toBe(false);
});
