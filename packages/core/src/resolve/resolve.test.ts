import { describe, expect, it } from "vitest";
import { matchRules } from "../match/match.ts";
import { RuleIndex } from "../match/rule-index.ts";
import { resolve, resolveMatches } from "./resolve.ts";
import { buildFileRule, buildRule, namesOf } from "../../test/rules.ts";

const rules = [
  buildRule({ name: "team", scope: "global", content: "Be kind." }),
  buildFileRule(".precept/rules/z.md", { priority: 90, inclusion: "fileMatch", globs: ["*.ts"], content: "Types first." }),
  buildFileRule(".precept/rules/a.md", { inclusion: "manual", content: "Asked." }),
];
const request = { files: ["a.ts"], include: ["a"] };

it("matches, merges, orders, applies the budget and composes", () => {
  const { prompt, applied, dropped, skipped, totals } = resolve(new RuleIndex(rules), request, {
    budget: { characters: 20 },
    format: "xml",
  });
  expect(prompt).toBe(
    [
      "<rules>",
      '<rule name="z" scope="project" reason="file pattern matched: *.ts (a.ts)">',
      "Types first.",
      "</rule>",
      '<rule name="a" scope="project" reason="requested by name: a">',
      "Asked.",
      "</rule>",
      "</rules>",
      "",
    ].join("\n"),
  );
  expect(namesOf(applied)).toEqual(["z", "a"]);
  expect(namesOf(dropped)).toEqual(["team"]);
  expect(skipped).toEqual([]);
  expect(totals).toMatchObject({ evaluated: 3, matched: 3, applied: 2, characters: 18, tokens: 5 });
  // Each of the four parts of the section is rounded up.
  expect(totals.promptTokens).toBe(Math.ceil(8 / 4) + Math.ceil(96 / 4) + Math.ceil(78 / 4) + Math.ceil(9 / 4));
});

it("lists the skipped rules with as much work for each, however many there are", () => {
  const readsPerRule = (count: number): number => {
    let reads = 0;
    const counted = Array.from({ length: count }, (_, at) => {
      const rule = buildFileRule(`.precept/rules/part-${at % 10}/r${at}.md`, {
        inclusion: "fileMatch",
        globs: [`src/${at}/*.ts`],
      });
      return new Proxy(rule, { get: (target, key) => ((reads += 1), Reflect.get(target, key) as unknown) });
    });
    const resolution = resolve(new RuleIndex(counted), { files: ["a.ts"] });
    reads = 0;
    expect(resolution.skipped).toHaveLength(count);
    return reads / count;
  };
  const [few, many] = [readsPerRule(250), readsPerRule(4000)];
  // Sorting reads the names more often: 12 comparisons for each of 4,000 rules, 8 for each of 250.
  expect(many / few).toBeLessThan(2);
});

it("orders by source on request", () => {
  expect(namesOf(resolve(new RuleIndex(rules), request, { order: "source" }).applied)).toEqual(["team", "z", "a"]);
});

it("uses the token counter", () => {
  const tokens = { id: "words", count: (text: string) => text.split(" ").length };
  const { totals, prompt } = resolve(new RuleIndex(rules), request, { tokens, budget: { tokens: 15 } });
  expect(totals).toMatchObject({ tokens: 3, applied: 2, promptTokens: tokens.count(prompt) });
});

it("composes and measures expanded texts", () => {
  const [, rule] = rules;
  const texts = new Map(rule === undefined ? [] : [[rule, "Expanded."]]);
  const resolution = resolveMatches(
    matchRules(new RuleIndex(rules), { files: ["a.ts"] }),
    {},
    {},
    { texts, diagnostics: [], stores: [] },
  );
  expect(resolution.applied[0]).toMatchObject({ content: "Expanded.", characters: 9 });
  expect(resolution.prompt).toContain("### z\n\nExpanded.");
});

describe("debugging", () => {
  it("appends the trace to the prompt", () => {
    const plain = resolve(new RuleIndex(rules), request);
    const { prompt } = resolve(new RuleIndex(rules), { ...request, id: "7" }, { debug: true });
    expect(prompt.startsWith(`${plain.prompt}\n---\n## [DEBUG] Rule Evaluation Trace\n\nRequest ID: 7\n`)).toBe(true);
  });

  it("contains only the trace if no rule applies", () => {
    expect(resolve(new RuleIndex(), {}, { debug: true }).prompt).toMatch(/^---\n## \[DEBUG\]/);
    expect(resolve(new RuleIndex(), {}).prompt).toBe("");
  });
});

it("does not change its arguments", () => {
  const given = JSON.stringify([rules, request]);
  const index = new RuleIndex(rules);
  const first = resolve(index, request, { debug: true });
  expect(JSON.stringify([rules, request])).toBe(given);
  expect(JSON.stringify(resolve(index, request, { debug: true }))).toBe(JSON.stringify(first));
});
