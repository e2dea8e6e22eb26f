import { describe, expect, it } from "vitest";
import { composeDebugSection } from "./debug-section.ts";
import { describeReason, describeSkip } from "./describe-reason.ts";

const trace = {
  requestId: "q",
  evaluated: [],
  matched: [],
  final: [],
  totalContentSize: 7,
  skipped: [],
  dropped: [],
  requestable: [],
  stores: [],
  conflicts: [],
};
const compose = (more: object): readonly string[] => composeDebugSection({ ...trace, ...more } as never).split("\n");
const skipped = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `r${at}`, reason: "no" }));

describe("the debug section", () => {
  it("has only the totals if there is nothing else", () => {
    expect(compose({})).toEqual([
      "---",
      "## [DEBUG] Rule Evaluation Trace",
      "",
      "Request ID: q",
      "Evaluated: 0 rules",
      "Matched: 0 rules",
      "Final: 0 rules",
      "Total Size: 7 chars",
      "---",
      "",
    ]);
  });

  it.each([
    [{ skipped: skipped(10) }, 10, undefined],
    [{ skipped: skipped(11) }, 10, "- … and 1 more"],
    [{ skipped: skipped(2), leftOut: 3 }, 2, "- … and 3 more"],
    [{ skipped: skipped(12), leftOut: 3 }, 10, "- … and 5 more"],
  ])("lists at most ten skipped rules: %#", (more, count, rest) => {
    const lines = compose(more);
    expect(lines.filter((line) => /^- r\d+: no$/.test(line))).toHaveLength(count);
    expect(lines.find((line) => line.startsWith("- …"))).toBe(rest);
    expect(lines).toContain(`Evaluated: ${"leftOut" in more ? 3 : 0} rules`);
  });

  it("lists all rules that matched, with their files", () => {
    const matched = Array.from({ length: 11 }, (_, at) => ({
      name: `m${at}`,
      scope: "project",
      reason: "always",
      matchedFiles: at === 0 ? ["a", "b"] : [],
    }));
    const lines = compose({ matched });
    expect(lines.filter((line) => /^- m\d+ \(project\): always$/.test(line))).toHaveLength(11);
    expect(lines.filter((line) => line.includes("Files:"))).toEqual(["  Files: a, b"]);
  });

  it("lists dropped rules, stores and conflicts", () => {
    const budget = { counter: { id: "c", isExact: true } };
    const lines = compose({
      budget,
      dropped: [{ name: "d", reason: "tokens", characters: 5, tokens: 2 }],
      requestable: [
        { name: "x", isListed: true },
        { name: "y", isListed: false },
      ],
      stores: [{ store: "s", status: "failed", reason: "broken" }],
      conflicts: [{ names: ["a", "b"], detail: "differ" }],
    });
    expect(lines).toEqual(
      expect.arrayContaining([
        "Token Counter: c",
        "- d: tokens (5 chars, 2 tokens)",
        "- x",
        "- y: not listed, no room",
        "- s (failed): broken",
        "- a vs b: differ",
      ]),
    );
  });
});

it.each([
  [["a"], "a"],
  [["a", "b", "c"], "a, b, c"],
  [["a", "b", "c", "d"], "a, b, c and 1 more"],
])("a reason names up to three files: %j", (files, named) => {
  expect(describeReason({ kind: "fileMatch", patterns: ["*"] }, files)).toBe(`file pattern matched: * (${named})`);
  expect(describeReason({ kind: "fileMatch", patterns: ["*", "a"] }, [])).toBe("file patterns matched: *, a");
});

it("a skipped rule that is less relevant has its scores, if it was compared", () => {
  expect(describeSkip({ kind: "notRelevant" } as never)).not.toContain("(");
  expect(describeSkip({ kind: "notRelevant", scores: { sparse: 0.5 } } as never)).toMatch(/ enough \(.*0\.50?/);
  expect(describeSkip({ kind: "notRelevant", scores: { sparse: 0.5 }, limit: "count" } as never)).toMatch(/^less relevant/);
});
