import { describe, expect, it } from "vitest";
import { RuleIndex } from "../match/rule-index.ts";
import { resolve, type ResolveOptions } from "../resolve/resolve.ts";
import { buildRule } from "../../test/rules.ts";
import type { ToolLimit } from "./tool-limits.ts";

const total: ToolLimit = { tool: "codex", max: 8, unit: "bytes", appliesTo: "allRules", description: "Codex ignores the rest." };
const each: ToolLimit = {
  tool: "windsurf",
  max: 4,
  unit: "characters",
  appliesTo: "eachRule",
  description: "Windsurf reads the first 4 characters.",
};

function resolveWith(contents: readonly string[], options: ResolveOptions) {
  const rules = contents.map((content, at) => buildRule({ id: String(at), name: String(at), priority: 90 - at, content }));
  return resolve(new RuleIndex(rules), {}, options);
}

describe("a tool that reads a limited number of bytes of all rules", () => {
  it("gets no more than it reads, and the answer says where the limit comes from", () => {
    const { applied, dropped, budget, diagnostics } = resolveWith(["ééé", "éé"], { toolLimits: [total] });
    expect(applied.map(({ rule }) => rule.name)).toEqual(["0"]);
    expect(dropped).toMatchObject([{ limit: "bytes", rule: { name: "1" } }]);
    expect(budget.limits).toEqual([
      { name: "characters", appliesTo: "allRules", max: 100_000, source: "default" },
      { name: "bytes", appliesTo: "allRules", max: 8, source: "limit of codex" },
      { name: "dialectRules", appliesTo: "allRules", max: 64, source: "default" },
    ]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'The rule "1" (2 characters, ~1 token) was dropped: the rules before it leave no room in the budget of 8 bytes (limit of codex).',
    ]);
  });

  it("is named for a rule that is larger than all it reads", () => {
    const { diagnostics } = resolveWith(["é".repeat(5)], { toolLimits: [total], budget: { tokens: 50 } });
    expect(diagnostics[0]?.message).toMatch(/larger than the whole budget of 8 bytes \(limit of codex\)\.$/);
    expect(diagnostics[0]?.hint).toContain("`budget.bytes`");
  });

  it.each([{ characters: 50 }, { bytes: 50 }])("gets what the caller asks for: %j", (budget) => {
    const resolution = resolveWith(["ééé", "éé"], { toolLimits: [total], budget });
    expect(resolution.dropped).toEqual([]);
    expect(resolution.budget.limits.map(({ source }) => source)).not.toContain("limit of codex");
  });

  it("keeps its limit beside one of tokens or of rules, which measure something else", () => {
    expect(resolveWith(["ééé", "éé"], { toolLimits: [total], budget: { tokens: 50, rules: 9 } }).dropped).toHaveLength(1);
  });
});

describe("a tool that reads a limited length of each rule", () => {
  it("gets longer rules too, with a diagnostic", () => {
    const { applied, budget, diagnostics } = resolveWith(["12345", "1234"], { toolLimits: [each], budget: { characters: 99 } });
    expect(applied).toHaveLength(2);
    expect(budget.limits).toContainEqual({ name: "characters", appliesTo: "eachRule", max: 4, source: "limit of windsurf" });
    expect(diagnostics).toMatchObject([
      {
        code: "budget/longer-than-tool-reads",
        message:
          'The rule "0" (5 characters) exceeds the limit of windsurf: 4 characters. Windsurf reads the first 4 characters.',
      },
    ]);
  });
});
