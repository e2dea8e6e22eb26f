import { describe, expect, it } from "vitest";
import { buildPolicy, check, policyMatching } from "../../test/policies.ts";
import { createBaseline, emptyBaseline, pruneBaseline, reportStale, staleEntries } from "./baseline.ts";
import { readBaseline } from "./read-baseline.ts";

const file = "src/a.ts";
const policy = policyMatching("bad\\w*", { id: "BAD", severity: "HIGH" });
const violationsOf = (text: string) => check([policy], { text, file }).violations;

describe("a baseline", () => {
  const baseline = createBaseline(violationsOf("bad1\nbad2\n"));

  it("is readable JSON, sorted by location", () => {
    expect(baseline).toEqual({
      version: 1,
      entries: [
        { fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string, rule_id: "BAD", file, line: 1, message: "Broken." },
        { fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string, rule_id: "BAD", file, line: 2, message: "Broken." },
      ],
    });
    expect(readBaseline(JSON.parse(JSON.stringify(baseline)))).toEqual({ baseline, diagnostics: [] });
  });

  it("retains entries, each once, sorted by location", () => {
    const [first, second] = baseline.entries;
    const retained = first === undefined || second === undefined ? [] : [second, first];
    expect(createBaseline(violationsOf("bad1\n"), retained)).toEqual(baseline);
    expect(createBaseline([], retained)).toEqual(baseline);
  });

  it("accepts known violations that move, and no new ones", () => {
    expect(check([policy], { text: "x\nbad2\n  bad1", file }, { baseline })).toMatchObject({
      action: "PASS",
      violations: [],
      accepted: [{ by: "baseline" }, { by: "baseline" }],
      skipped: [{ policy: "BAD", reason: { kind: "baseline", count: 2 } }],
    });
    expect(check([policy], { text: "bad1 bad1 bad3", file }, { baseline }).violations).toMatchObject([
      { column: 6, match: "bad1" },
      { match: "bad3" },
    ]);
    expect(check([policy], { text: "bad1", file: "other.ts" }, { baseline }).action).toBe("QUICK_FIX");
  });

  it("reports a policy as suppressed if it is also suppressed in the text", () => {
    const text = "bad1\nbad3 // precept-ignore BAD -- a test";
    const { accepted, skipped } = check([policy], { text, file }, { baseline });
    expect(accepted.map(({ by }) => by)).toEqual(["suppression", "baseline"]);
    expect(skipped).toEqual([{ policy: "BAD", reason: { kind: "suppressed", count: 2 } }]);
  });

  it("reports its stale entries, and pruning removes them", () => {
    const seen = new Set(violationsOf("bad2").map(({ fingerprint }) => fingerprint));
    const stale = staleEntries(baseline, seen, (entry) => entry.file === file);
    expect(stale).toMatchObject([{ line: 1 }]);
    expect(staleEntries(baseline, seen, () => false)).toEqual([]);
    expect(pruneBaseline(baseline, stale).entries).toMatchObject([{ line: 2 }]);
    expect(reportStale(stale, "baseline.json")).toMatchObject([
      {
        code: "baseline/stale",
        severity: "error",
        file: "baseline.json",
        message: "Stale baseline entry: the violation of BAD in src/a.ts no longer exists.",
      },
    ]);
  });

  it("contains each violation once, and no indeterminate ones", () => {
    const [one] = violationsOf("bad");
    const indeterminate = check([buildPolicy({ severity: "CRITICAL", match: { pattern: "x" } })], "", {
      runner: { run: () => [] },
    }).violations;
    expect(createBaseline(one ? [one, one, ...indeterminate] : []).entries).toHaveLength(1);
  });

  it.each([[undefined], [{ version: 2, entries: [] }], [{ version: 1, entries: [{ rule_id: "A" }] }], ["text"]])(
    "that is %j accepts nothing, and is reported",
    (value) => {
      const read = readBaseline(value, "baseline.json");
      expect(read.baseline).toEqual(emptyBaseline);
      expect(read.diagnostics).toMatchObject([{ code: "baseline/invalid", file: "baseline.json", severity: "error" }]);
    },
  );
});
