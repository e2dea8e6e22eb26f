import { promptFormats } from "@precept/contract/values";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildFileRule, buildRule, namesOf } from "../../test/rules.ts";
import { composeRequestable } from "../compose/requestable.ts";
import { RuleIndex } from "../match/rule-index.ts";
import { toWireResolution } from "../wire/wire-resolution.ts";
import { buildTrace } from "../trace/trace.ts";
import type { RuleInput } from "../model/rule.ts";
import { resolve, type ResolveOptions } from "./resolve.ts";

const offered = (name: string, input: Partial<RuleInput> = {}) =>
  buildRule({ name, inclusion: "agentRequested", description: `About ${name}`, ...input });

const always = buildRule({ name: "style", content: "Be brief." });

function listedBy(rules: readonly Parameters<RuleIndex["add"]>[0][], request = {}, options: ResolveOptions = {}) {
  return namesOf(resolve(new RuleIndex(rules), request, options).requestable.listed);
}

describe("the rules that an agent can ask for", () => {
  it.each(promptFormats)("are listed after the rules that apply, in the format %s", (format) => {
    const rules = [offered("api"), always, offered("db", { priority: 60 })];
    const { prompt, applied, requestable } = resolve(new RuleIndex(rules), {}, { format });
    expect(namesOf(applied)).toEqual(["style"]);
    expect(namesOf(requestable.listed)).toEqual(["db", "api"]);
    expect(prompt.endsWith(`\n\n${composeRequestable(requestable.listed, 0, { format })}`)).toBe(true);
    expect(requestable.characters).toBe(composeRequestable(requestable.listed, 0, { format }).length);
  });

  it("are the whole prompt if no rule applies", () => {
    const { prompt } = resolve(new RuleIndex([offered("api")]), {}, { format: "compact" });
    expect(prompt).toMatch(/^Rules to ask for\. .*\napi: About api\n$/);
  });

  it("are not listed once they were asked for and apply", () => {
    const rules = [offered("api"), offered("db")];
    expect(listedBy(rules, { include: ["api"] })).toEqual(["db"]);
    expect(resolve(new RuleIndex(rules), { include: ["api", "db"] }).prompt).not.toContain("Ask For");
  });

  it.each<[string, Partial<RuleInput>]>([
    ["disabled", { enabled: false }],
    ["pending", { pending: true }],
    ["for another tool", { targets: ["cursor"] }],
    ["of another project", { projectId: "other" }],
    ["of another user", { userId: "other" }],
    ["of another context", { contexts: ["chat"] }],
    ["of unmet conditions", { conditions: { tier: "pro" } }],
    ["of a directory without a file of the request", { origin: { store: "fs", base: "web", path: "web/api.md", root: "web" } }],
    ["manual", { inclusion: "manual" }],
    ["found by search", { inclusion: "relevant" }],
  ])("do not include a rule that is %s", (_, input) => {
    expect(listedBy([offered("api", input)], { tool: "claude" })).toEqual([]);
  });

  it("include a rule of a directory with a file of the request", () => {
    const rule = offered("api", { origin: { store: "fs", base: "web", path: "web/api.md", root: "web" } });
    expect(listedBy([rule], { files: ["web/a.ts"] })).toEqual(["api"]);
  });

  it("do not include a rule that another one shadows, replaces or copies", () => {
    expect(listedBy([offered("api", { scope: "user" }), offered("api", { priority: 1 })])).toEqual(["api"]);
    expect(listedBy([offered("style", { scope: "user" }), always])).toEqual([]);
    expect(listedBy([offered("old", { id: "old" }), offered("new", { replaces: ["old"] })])).toEqual(["new"]);
    const copy = buildFileRule(".cursor/rules/api.mdc", { inclusion: "agentRequested", content: "Text of api." });
    const rules = [offered("api"), { ...copy, origin: { ...copy.origin, dialect: "cursor", label: true } }];
    expect(resolve(new RuleIndex(rules), {}).requestable.listed).toEqual([rules[0]]);
  });

  it("are not listed for a program that offers them itself, nor in a tool's own view", () => {
    for (const options of [{ requestBy: "none" }, { readOrder: () => 0 }] as const) {
      const { prompt, requestable } = resolve(new RuleIndex([offered("api")]), {}, options);
      expect({ prompt, listed: requestable.listed, leftOut: requestable.leftOut }).toEqual({
        prompt: "",
        listed: [],
        leftOut: [],
      });
    }
  });
});

describe("the limits of the list", () => {
  const many = Array.from({ length: 200 }, (_, at) =>
    offered(`rule-${String(at).padStart(3, "0")}`, { description: "x".repeat(90) }),
  );

  it("leave out the rules at its end, and the list, the trace and a diagnostic say so", () => {
    const resolution = resolve(new RuleIndex(many), {}, { format: "compact" });
    const { listed, leftOut, characters } = resolution.requestable;
    expect([...listed, ...leftOut]).toEqual(many);
    expect(characters).toBeLessThanOrEqual(10_000);
    expect(characters).toBeGreaterThan(9_800);
    expect(resolution.prompt).toContain(`(${leftOut.length} more rules are not listed)`);
    expect(resolution.diagnostics).toMatchObject([
      { code: "budget/requestable-left-out", message: expect.stringMatching(/^\d+ of 200 rules .* 10,000 characters/) },
    ]);
    const { requestable } = buildTrace(resolution);
    expect(requestable.filter(({ isListed }) => isListed)).toHaveLength(listed.length);
    expect(requestable.at(-1)).toEqual({ name: "rule-199", isListed: false });
    expect(toWireResolution(resolution).requestable).toMatchObject({
      listed: expect.arrayContaining([expect.objectContaining({ name: "rule-000", description: "x".repeat(90) })]),
      left_out: expect.arrayContaining([expect.objectContaining({ name: "rule-199" })]),
    });
  });

  it("are the limit of the list, and what the applied rules leave of the budget", () => {
    const text = buildRule({ name: "long", content: "Text ä ".repeat(200) });
    const limits = fc.record(
      {
        requestable: fc.nat(4_000),
        characters: fc.nat(6_000),
        bytes: fc.nat(6_000),
        tokens: fc.nat(1_500),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(limits, fc.constantFrom(...promptFormats), (budget, format) => {
        const { requestable, totals, prompt } = resolve(new RuleIndex([text, ...many]), {}, { budget, format });
        const { listed, leftOut, characters } = requestable;
        expect(listed.length + leftOut.length).toBe(many.length);
        expect(characters).toBeLessThanOrEqual(budget.requestable ?? 10_000);
        expect(characters + totals.characters).toBeLessThanOrEqual(budget.characters ?? 100_000);
        expect(totals.promptTokens).toBeLessThanOrEqual(budget.tokens ?? Number.POSITIVE_INFINITY);
        const list = listed.length === 0 ? "" : composeRequestable(listed, leftOut.length, { format });
        expect(prompt.endsWith(list)).toBe(true);
        const usedBytes = totals.applied === 0 ? 0 : Buffer.byteLength(text.content);
        expect(Buffer.byteLength(list) + usedBytes).toBeLessThanOrEqual(budget.bytes ?? Number.POSITIVE_INFINITY);
        // One more rule would not fit into a limit.
        const next = composeRequestable(many.slice(0, listed.length + 1), leftOut.length - 1, { format });
        const rest = (max: number | undefined, used: number) => (max === undefined ? Number.POSITIVE_INFINITY : max - used);
        const fits =
          next.length <= Math.min(budget.requestable ?? 10_000, rest(budget.characters, totals.characters)) &&
          Buffer.byteLength(next) <= rest(budget.bytes, usedBytes) &&
          Math.ceil(next.length / 4) <= rest(budget.tokens, totals.promptTokens - requestable.tokens);
        expect(leftOut.length === 0 || !fits).toBe(true);
      }),
    );
  });

  it("of 0 stands for no list, which is no problem", () => {
    const { prompt, diagnostics, requestable } = resolve(new RuleIndex(many), {}, { budget: { requestable: 0 } });
    expect(prompt).toBe("");
    expect(diagnostics).toEqual([]);
    expect(requestable.leftOut).toHaveLength(200);
  });

  it("never take room from rules that apply", () => {
    const budget = { characters: always.content.length };
    const { applied, requestable } = resolve(new RuleIndex([always, ...many]), {}, { budget });
    expect(namesOf(applied)).toEqual(["style"]);
    expect(requestable.listed).toEqual([]);
  });
});
