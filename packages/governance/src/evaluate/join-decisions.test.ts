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

  it("passes without any decision", () => {
    expect(joinDecisions([])).toMatchObject({ action: "PASS", violations: [] });
  });
});
