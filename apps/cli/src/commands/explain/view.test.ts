import { createRule, type Resolution, type Rule, type SkippedRule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { plainStyle } from "../../terminal/text.ts";
import { viewExplanation } from "./view.ts";

const ruleOf = (name: string): Rule => createRule({ id: name, name, content: "", description: "", scope: "project" } as never);
const counter = { id: "tokenx", isExact: false };
const base = {
  request: { files: [], requested: [] },
  applied: [],
  dropped: [],
  conflicts: [],
  skipped: [],
  requestable: { listed: [], leftOut: [], characters: 0, tokens: 0 },
  totals: { evaluated: 0, characters: 0, tokens: 0 },
  budget: { counter, limits: [] },
};

function view(resolution: object, all = false, diagnostics: readonly object[] = []): string {
  const merged = { ...base, ...resolution } as unknown as Resolution;
  return viewExplanation({ resolution: merged, diagnostics: diagnostics as never, root: "/work", all }, plainStyle);
}

const disabled = (count: number): readonly SkippedRule[] =>
  Array.from({ length: count }, (_, at) => ({ rule: ruleOf(`r${at}`), reason: { kind: "disabled" } }));
const missed = (name: string, scores: object, limit?: "count"): SkippedRule => ({
  rule: ruleOf(name),
  reason: { kind: "notRelevant", scores, ...(limit && { limit }) },
});
const linesWith = (text: string, pattern: RegExp): readonly string[] => text.split("\n").filter((line) => pattern.test(line));

describe("an explanation", () => {
  it.each([
    [20, 20, undefined],
    [21, 21, undefined],
    [22, 20, "  … and 2 more; --all shows them"],
    [1030, 20, "  … and 1,010 more; --all shows them"],
  ])("of %i skipped rules lists %i", (count, listed, rest) => {
    const text = view({ skipped: disabled(count) });
    expect(linesWith(text, /^ {2}r\d/)).toHaveLength(listed);
    expect(linesWith(text, /more; --all/)).toEqual(rest === undefined ? [] : [rest]);
    expect(linesWith(view({ skipped: disabled(count) }, true), /^ {2}r\d/)).toHaveLength(count);
  });

  it.each([
    [5, 5, undefined],
    [6, 5, "  … and 1 more; --all shows them"],
  ])("of %i nearest misses lists %i", (count, listed, rest) => {
    const skipped = Array.from({ length: count }, (_, at) => missed(`m${at}`, { sparse: 0.1 }));
    expect(linesWith(view({ skipped }), /^ {2}m\d/)).toHaveLength(listed);
    expect(linesWith(view({ skipped }), /more; --all/)).toEqual(rest === undefined ? [] : [rest]);
    expect(linesWith(view({ skipped }, true), /^ {2}m\d/)).toHaveLength(count);
    expect(view({ skipped })).not.toContain("Does not apply");
  });

  it("lists the nearest misses by their better score, relative to the minimum, then by name; outranked rules first", () => {
    const skipped = [
      missed("low", { sparse: 0.01, dense: 0.01 }),
      missed("b", { sparse: 0.1 }),
      missed("a", { sparse: 0.1 }),
      {
        rule: ruleOf("dense"),
        reason: { kind: "notRelevant", scores: { sparse: 0, dense: 0.4 }, confidence: 0.3 },
      } as SkippedRule,
      missed("other", { sparse: 0.02 }, "count"),
      { rule: ruleOf("plain"), reason: { kind: "notRelevant" } } as SkippedRule,
    ];
    const text = view({ skipped });
    expect(linesWith(text, /^ {2}\w/).map((line) => line.trim().split(" ")[0])).toEqual([
      "other",
      "dense",
      "a",
      "b",
      "low",
      "plain",
    ]);
    expect(linesWith(text, /^ {2}other .*less relevant than other rules$/)).toHaveLength(1);
    expect(linesWith(text, /^ {2}a .*below the minimum score$/)).toHaveLength(1);
  });

  it("shows the rules that the agent can ask for, and those that the list has no room for", () => {
    const listed = [{ ...ruleOf("api"), description: "How routes are named" }];
    const text = view({ requestable: { listed, leftOut: [ruleOf("db"), ruleOf("web")], characters: 1200, tokens: 300 } });
    expect(text).toContain(
      "Can be asked for (1 rule listed: 1,200 characters, ~300 tokens)\n  api  How routes are named\n  not listed, no room: db, web\n",
    );
    expect(view({})).not.toContain("Can be asked for");
  });

  it("says why no rule applies", () => {
    expect(view({})).toContain("no rules here");
    expect(view({ totals: { evaluated: 1, characters: 0, tokens: 0 } })).toContain("none of 1 rule");
    expect(view({ totals: { evaluated: 2, characters: 0, tokens: 0 } })).toContain("none of 2 rules");
  });

  it("shows the budget if it is not the default", () => {
    const limit = { name: "tokens", appliesTo: "all", max: 1500, source: "config" };
    expect(view({ budget: { counter, limits: [{ ...limit, source: "default" }] } })).not.toContain("Budget");
    expect(view({ budget: { counter: { id: "o200k", isExact: true }, limits: [] } })).toContain("Budget (tokens by o200k)");
    const text = view({ budget: { counter, limits: [limit, { ...limit, name: "bytes", appliesTo: "eachRule" }] } });
    expect(text).toContain("Budget (tokens by tokenx, an estimate)");
    expect(linesWith(text, /1,500/)).toEqual(["  1,500 tokens               config", "  1,500 bytes for each rule  config"]);
  });

  it("shows the files, and the rules that were requested", () => {
    expect(view({})).not.toMatch(/files|requested|seen by/);
    const text = view({ request: { files: ["a", "b"], requested: ["r"] } });
    expect(linesWith(text, /a, b|r$/)).toEqual(["files      a, b", "requested  r"]);
  });

  it("shows the notes only with all diagnostics, and none about the budget", () => {
    const note = { severity: "info", code: "rule/note", message: "A note." };
    const warning = { severity: "warning", code: "rule/warning", message: "A warning." };
    const dropped = { severity: "warning", code: "budget/dropped", message: "Dropped." };
    const longer = { severity: "warning", code: "budget/longer-than-tool-reads", message: "Longer." };
    expect(view({}, false, [note, dropped])).toMatch(/\n1 note; --all shows it\n$/);
    expect(view({}, false, [note, { ...note, message: "B" }])).toMatch(/\n2 notes; --all shows them\n$/);
    expect(view({}, true, [note])).toContain("A note.");
    const text = view({}, false, [note, warning, longer]);
    expect(text).toContain("A warning.");
    expect(text).toContain("Longer.");
    expect(text).toContain("1 note; --all shows it");
    expect(text).not.toContain("A note.");
    expect(view({}, false, [dropped])).not.toContain("Problems");
  });

  it("numbers the rules that apply, right-aligned, and shows what was cut", () => {
    const applied = Array.from({ length: 10 }, (_, at) => ({
      rule: ruleOf(`r${at}`),
      reason: { kind: "always" },
      matchedFiles: [],
      characters: at,
      tokens: 1,
      cut: at === 0,
    }));
    const text = view({ applied, totals: { evaluated: 11, characters: 1234, tokens: 10 } });
    expect(text).toContain("10 rules of 11: 1,234 characters");
    expect(linesWith(text, /^ +\d+ {2}r\d/).map((line) => line.slice(0, 8))).toEqual([
      ...Array.from({ length: 9 }, (_, at) => `   ${at + 1}  r${at}`),
      "  10  r9",
    ]);
    expect(linesWith(text, /cut to fit/)).toEqual([expect.stringMatching(/^ {6}r0 · project · priority 50 · 0 characters/)]);
  });

  it("shows rules that the budget dropped, also those with absolute authority", () => {
    const limit = { name: "tokens", appliesTo: "all", max: 1, source: "config" };
    const dropped = [ruleOf("a"), { ...ruleOf("b"), authority: "absolute" }].map((rule) => ({
      rule,
      limit: "tokens",
      characters: 1,
      tokens: 1,
    }));
    const text = view({ dropped, budget: { counter, limits: [limit] } });
    expect(linesWith(text, /despite its absolute authority/)).toEqual([expect.stringMatching(/^ {2}b /)]);
    expect(text).toContain("Dropped by the budget (2 rules)");
  });
});
