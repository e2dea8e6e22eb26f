import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check, policyMatching } from "../../test/policies.ts";
import { applyBaseline, createBaseline } from "./baseline.ts";

const policies = [
  policyMatching("bad", { id: "BAD", severity: "CRITICAL" }),
  policyMatching("ugly", { id: "UGLY" }),
  policyMatching("odd", { id: "ODD", mode: "shadow" }),
  policyMatching("fine", { id: "FINE", severity: "LOW" }),
];

describe("applying a baseline to a decision", () => {
  it("does not change the other violations and their action", () => {
    const decision = check(policies, "bad\nugly\nugly 2\n");
    const [bad, ugly] = decision.violations;
    const updated = applyBaseline(decision, createBaseline(bad !== undefined && ugly !== undefined ? [bad, ugly] : []));
    expect(updated.action).toBe("LOG_ONLY");
    expect(updated.violations.map(({ policy, line }) => [policy, line])).toEqual([["UGLY", 3]]);
    expect(updated.accepted.map(({ violation, by }) => [violation.policy, by])).toEqual([
      ["BAD", "baseline"],
      ["UGLY", "baseline"],
    ]);
    expect(updated.skipped).toContainEqual({ policy: "BAD", reason: { kind: "baseline", count: 1 } });
  });

  it("has the same result as evaluating with the baseline", () => {
    const words = ["bad", "ugly", "odd", "fine", "x // precept-ignore BAD -- so", "bad // precept-ignore BAD -- so"];
    const line = fc.constantFrom(...words);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.nat(), (lines, chosen) => {
        const text = lines.join("\n");
        const plain = check(policies, text);
        const all = [...plain.violations, ...plain.shadowed];
        const baseline = createBaseline(all.filter((_, at) => ((chosen >> at) & 1) === 1));
        const known = check(policies, text, { baseline });
        const updated = applyBaseline(plain, baseline);
        const byId = (left: { policy: string }, right: { policy: string }) => (left.policy < right.policy ? -1 : 1);
        expect({ ...updated, skipped: updated.skipped.toSorted(byId), accepted: updated.accepted.length }).toEqual({
          ...known,
          skipped: known.skipped.toSorted(byId),
          accepted: known.accepted.length,
        });
      }),
    );
  });
});
