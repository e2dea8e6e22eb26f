import { describe, expect, it } from "vitest";
import { check, policyMatching } from "../../test/policies.ts";
import { joinDecisions } from "./join-decisions.ts";

const policies = [
  policyMatching("x", { id: "X", severity: "LOW" }),
  policyMatching("y", { id: "Y", severity: "CRITICAL", match: { pattern: "y", file_patterns: ["*.py"] } }),
  policyMatching("s", { id: "S", mode: "shadow" }),
];

describe("joining decisions", () => {
  it("results in the strictest action and all violations; a policy that was checked in any text is not skipped", () => {
    const joined = joinDecisions([
      check(policies, { text: "x s", file: "a.ts" }),
      check(policies, { text: "y s s", file: "b.py" }),
      check(policies, { text: "ok", file: "c.ts" }),
    ]);
    expect(joined.action).toBe("TERMINATE");
    expect(joined.violations.map(({ policy, file }) => `${policy} ${file}`)).toEqual(["X a.ts", "Y b.py"]);
    expect(joined.passed).toEqual([]);
    expect(joined.skipped).toEqual([{ policy: "S", reason: { kind: "shadow", count: 3 } }]);
  });

  it("reports the reason of the latest stage if a policy was skipped in all texts", () => {
    const [, python] = policies;
    const filtered = policyMatching("z", { id: "Z", match: { pattern: "z", keywords: ["zz"], file_patterns: ["*.ts"] } });
    const both = [...(python ? [python] : []), filtered];
    const joined = joinDecisions([check(both, { text: "q", file: "a.ts" }), check(both, "q")]);
    expect(joined.skipped.map(({ policy, reason }) => `${policy} ${reason.kind}`)).toEqual(["Y glob", "Z prefilter"]);
  });

  const order =
    "disabled declared phase glob filter tool subject input prefilter excepted sequence baseline suppressed shadow indeterminate".split(
      " ",
    );
  const skippedFor = (reason: object) => ({ ...joinDecisions([]), skipped: [{ policy: "P", reason: reason as never }] });
  it.each(order.slice(1).map((later, at) => [order[at] ?? "", later]))(
    "prefers a later reason: not %s, but %s",
    (kind, later) => {
      const decisions = [skippedFor({ kind }), skippedFor({ kind: later })];
      const expected = [{ policy: "P", reason: { kind: later } }];
      expect(joinDecisions(decisions).skipped).toEqual(expected);
      expect(joinDecisions(decisions.toReversed()).skipped).toEqual(expected);
    },
  );

  it("adds up the counts of the same reason only", () => {
    const joined = (...reasons: readonly object[]) => joinDecisions(reasons.map(skippedFor)).skipped[0]?.reason;
    expect(joined({ kind: "shadow", count: 2 }, { kind: "shadow", count: 3 })).toEqual({ kind: "shadow", count: 5 });
    expect(joined({ kind: "shadow", count: 2 }, { kind: "suppressed", count: 3 })).toEqual({ kind: "shadow", count: 2 });
    expect(joined({ kind: "glob", by: "a" }, { kind: "glob", by: "b" })).toEqual({ kind: "glob", by: "a" });
  });

  it("does not skip a policy that passed or was violated in another text", () => {
    const [first] = policies;
    const base = joinDecisions([]);
    const skip = skippedFor({ kind: "glob" });
    expect(joinDecisions([skip, { ...base, passed: ["P"] }])).toMatchObject({ passed: ["P"], skipped: [] });
    const violations = check(first ? [first] : [], "x").violations.map((one) => ({ ...one, policy: "P" }));
    expect(joinDecisions([skip, { ...base, violations }, { ...base, passed: ["P"] }])).toMatchObject({ passed: [], skipped: [] });
  });

  it("passes without any decision", () => {
    expect(joinDecisions([])).toMatchObject({ action: "PASS", violations: [] });
  });
});
