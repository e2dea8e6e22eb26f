import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check, policyMatching, sha256, type PolicyInput } from "../testing/policies.ts";
import type { Policy } from "../model/policy.ts";
import { fixViolations, type FixViolationsOptions } from "./fix-violations.ts";
import { planFixes } from "./plan-fixes.ts";
import { applyEdits } from "@precept/core";

function fixes(pattern: string, replacement: string, input: PolicyInput = {}): Policy {
  return policyMatching(pattern, { severity: "HIGH", fix: { replacement }, ...input });
}

function mend(policies: readonly Policy[], text: string, options: Partial<FixViolationsOptions> = {}) {
  return fixViolations(policies, { text }, { hash: sha256, ...options });
}

const reasons = ({ unfixed }: ReturnType<typeof mend>) =>
  unfixed.map(({ violation, reason }) => `${violation.match}: ${reason.kind}`);

describe("a quick fix", () => {
  it("puts the replacement, with its groups, in the place of every match, and looks again", () => {
    const result = mend([fixes("def (\\w*[A-Z]\\w*)", "def ${1:snake_case}")], "def parse_Data():\ndef Ok():\n");
    expect(result).toMatchObject({
      text: "def parse_data():\ndef ok():\n",
      fixed: [
        { before: "def parse_Data", after: "def parse_data" },
        { before: "def Ok", after: "def ok" },
      ],
      unfixed: [],
      decision: { action: "PASS", passed: ["A-1"] },
    });
  });

  it("may remove, and knows the text around by lookarounds", () => {
    expect(mend([fixes("(?<=a)x(?=b)", "")], "axb ax xb axb").text).toBe("ab ax xb ab");
  });

  it("leaves alone what asks for another handler, has no fix, or would not change", () => {
    const policies = [
      fixes("crit", "x", { id: "C", severity: "CRITICAL" }),
      policyMatching("none", { id: "N", severity: "HIGH" }),
      fixes("same", "same", { id: "S" }),
    ];
    const result = mend(policies, "crit none same");
    expect(result.text).toBe("crit none same");
    expect(reasons(result)).toEqual(["crit: action", "none: noFix", "same: unchanged"]);
    expect(mend(policies, "crit", { isWanted: () => true }).text).toBe("x");
  });

  it("seed 4.2: respects max_fixes, of the fix or of the metadata, through all rounds", () => {
    const inFix = fixes("a", "b", { fix: { replacement: "b", max_fixes: 2 } });
    const inMetadata = fixes("a", "b", { metadata: { max_fixes: 2 } });
    for (const policy of [inFix, inMetadata]) {
      const result = mend([policy], "aaaa");
      expect(result.text).toBe("bbaa");
      expect(reasons(result)).toEqual(["a: maxFixes", "a: maxFixes"]);
    }
  });

  it("makes the first of two that overlap, and the other one in the next round, if it is still needed", () => {
    const policies = [fixes("ab", "b", { id: "A" }), fixes("bc", "y", { id: "B" })];
    expect(mend(policies, "abc")).toMatchObject({ text: "y", fixed: [{ before: "ab" }, { before: "bc" }], unfixed: [] });
    const { violations } = check(policies, "abc");
    expect(planFixes("abc", violations, policies).unfixed).toMatchObject([{ reason: { kind: "overlap", policy: "A" } }]);
  });

  it("takes back a change after which the policy is still broken there", () => {
    const result = mend([fixes("a+", "aa")], "a b");
    expect(result).toMatchObject({ text: "a b", fixed: [], unfixed: [{ reason: { kind: "stillViolated" } }] });
    expect(result.decision.action).toBe("QUICK_FIX");
  });

  it("takes back a change that breaks another policy, and keeps the good ones beside it", () => {
    const policies = [
      fixes("cat", "dog", { id: "CAT" }),
      fixes("one", "1", { id: "ONE" }),
      policyMatching("dog", { id: "DOG", severity: "CRITICAL" }),
    ];
    const result = mend(policies, "one cat");
    expect(result.text).toBe("1 cat");
    expect(result.unfixed).toMatchObject([
      { violation: { policy: "CAT" }, reason: { kind: "newViolations", policies: ["DOG"] } },
    ]);
  });

  it("takes everything back that breaks something elsewhere, since nobody knows which change did it", () => {
    const policies = [
      fixes("open", "", { id: "OPEN" }),
      policyMatching("(?<!open[^]*)close", { id: "PAIR", severity: "CRITICAL" }),
    ];
    expect(mend(policies, "open\n\n\n\nclose")).toMatchObject({ text: "open\n\n\n\nclose", fixed: [] });
  });

  it("cannot mend what could not be checked, or is broken as a whole", () => {
    const runner = { run: () => [] };
    expect(reasons(mend([fixes("a", "b")], "a", { runner }))).toEqual([": noFix"]);
    const whole = policyMatching("", {
      severity: "HIGH",
      match: { context_filter: { subject: "text" } },
      fix: { replacement: "x" },
    });
    expect(reasons(mend([whole], "a"))).toEqual([": noFix"]);
  });

  it("leaves what was accepted as it is", () => {
    expect(mend([fixes("bad", "good")], "bad // precept-ignore A-1 -- a test\nbad").text).toBe(
      "bad // precept-ignore A-1 -- a test\ngood",
    );
  });

  it("never shows a secret that it replaced, and puts the right text in its place", () => {
    const secret = policyMatching("key=\\w+", { id: "KEY", severity: "LOW", metadata: { redact: true } });
    const result = mend([secret, fixes("log\\((.*)\\)", "write($1)", { id: "LOG" })], "log(key=abcdefgh)");
    expect(result.text).toBe("write(key=abcdefgh)");
    expect(result.fixed).toMatchObject([{ before: "log(key…)", after: "…" }]);
    const redacting = fixes("key=(?!env)(\\w)\\w+", "key=env.$1", { metadata: { redact: true } });
    expect(mend([redacting], "key=abcdefgh;")).toMatchObject({ text: "key=env.a;", fixed: [{ before: "key…", after: "…" }] });
  });

  it("as a dry run is its plan: changes as values, which applied give the text", () => {
    const policies = [fixes("a", "bb")];
    const plan = planFixes("a-a", check(policies, "a-a").violations, policies);
    expect(plan.fixes).toMatchObject([{ start: 0, end: 1, text: "bb" }, { start: 2 }]);
    expect(applyEdits("a-a", plan.fixes.toReversed())).toBe("bb-bb");
  });
});

describe("whatever is fixed", () => {
  const letters = fc.constantFrom("a", "b", "c");
  const anyFix = fc.record({
    pattern: fc.array(letters, { minLength: 1, maxLength: 3 }).map((some) => some.join("")),
    replacement: fc.array(fc.constantFrom("a", "b", "c", "x", "$&"), { maxLength: 3 }).map((some) => some.join("")),
    severity: fc.constantFrom("CRITICAL", "HIGH"),
    max_fixes: fc.integer({ min: 1, max: 3 }),
  });

  it("no fix makes it worse: every violation afterwards was there before, and each one is fixed or told", () => {
    fc.assert(
      fc.property(fc.array(anyFix, { maxLength: 4 }), fc.array(letters, { maxLength: 12 }), (inputs, text) => {
        const policies = inputs.map(({ pattern, replacement, severity, max_fixes }, at) =>
          fixes(pattern, replacement, { id: `P${at}`, severity, fix: { replacement, max_fixes } }),
        );
        const before = check(policies, text.join(""));
        const result = mend(policies, text.join(""));
        const known = new Set(before.violations.map(({ fingerprint }) => fingerprint));
        expect(result.decision.violations.filter(({ fingerprint }) => !known.has(fingerprint))).toEqual([]);
        expect(result.unfixed.map(({ violation }) => violation)).toEqual(result.decision.violations);
        expect(result.decision).toEqual(check(policies, result.text));
        for (const policy of policies) {
          const count = result.fixed.filter(({ violation }) => violation.policy === policy.id).length;
          expect(count).toBeLessThanOrEqual(policy.fix?.maxFixes ?? 0);
        }
        expect(result.fixed.length > 0 || result.text === text.join("")).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
