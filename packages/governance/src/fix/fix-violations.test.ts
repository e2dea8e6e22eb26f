import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check, policyMatching, sha256, type PolicyInput } from "../../test/policies.ts";
import type { Policy } from "../model/policy.ts";
import { fixViolations, type FixViolationsOptions } from "./fix-violations.ts";
import { planFixes } from "./plan-fixes.ts";
import { applyEdits } from "@precept/core";

function policyWithFix(pattern: string, replacement: string, input: PolicyInput = {}): Policy {
  return policyMatching(pattern, { severity: "HIGH", fix: { replacement }, ...input });
}

function fix(policies: readonly Policy[], text: string, options: Partial<FixViolationsOptions> = {}) {
  return fixViolations(policies, { text }, { hash: sha256, ...options });
}

const reasons = ({ unfixed }: ReturnType<typeof fix>) =>
  unfixed.map(({ violation, reason }) => `${violation.match}: ${reason.kind}`);

describe("a quick fix", () => {
  it("replaces every match, fills groups, and evaluates again", () => {
    const result = fix([policyWithFix("def (\\w*[A-Z]\\w*)", "def ${1:snake_case}")], "def parse_Data():\ndef Ok():\n");
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

  it("can remove text, and supports lookaround", () => {
    expect(fix([policyWithFix("(?<=a)x(?=b)", "")], "axb ax xb axb").text).toBe("ab ax xb ab");
  });

  it("skips violations with another action, without a fix, or without a change", () => {
    const policies = [
      policyWithFix("crit", "x", { id: "C", severity: "CRITICAL" }),
      policyMatching("none", { id: "N", severity: "HIGH" }),
      policyWithFix("same", "same", { id: "S" }),
    ];
    const result = fix(policies, "crit none same");
    expect(result.text).toBe("crit none same");
    expect(reasons(result)).toEqual(["crit: action", "none: noFix", "same: unchanged"]);
    expect(fix(policies, "crit", { isWanted: () => true }).text).toBe("x");
  });

  it("seed 4.2: respects max_fixes of the fix or the metadata, across all rounds", () => {
    const inFix = policyWithFix("a", "b", { fix: { replacement: "b", max_fixes: 2 } });
    const inMetadata = policyWithFix("a", "b", { metadata: { max_fixes: 2 } });
    for (const policy of [inFix, inMetadata]) {
      const result = fix([policy], "aaaa");
      expect(result.text).toBe("bbaa");
      expect(reasons(result)).toEqual(["a: maxFixes", "a: maxFixes"]);
    }
  });

  it("applies the first of two overlapping fixes, and the other one in the next round if it is still needed", () => {
    const policies = [policyWithFix("ab", "b", { id: "A" }), policyWithFix("bc", "y", { id: "B" })];
    expect(fix(policies, "abc")).toMatchObject({ text: "y", fixed: [{ before: "ab" }, { before: "bc" }], unfixed: [] });
    const { violations } = check(policies, "abc");
    expect(planFixes("abc", violations, policies).unfixed).toMatchObject([{ reason: { kind: "overlap", policy: "A" } }]);
  });

  it("reverts a fix if the text still violates the policy there", () => {
    const result = fix([policyWithFix("a+", "aa")], "a b");
    expect(result).toMatchObject({ text: "a b", fixed: [], unfixed: [{ reason: { kind: "stillViolated" } }] });
    expect(result.decision.action).toBe("QUICK_FIX");
  });

  it("reverts a fix that violates another policy, and keeps the others", () => {
    const policies = [
      policyWithFix("cat", "dog", { id: "CAT" }),
      policyWithFix("one", "1", { id: "ONE" }),
      policyMatching("dog", { id: "DOG", severity: "CRITICAL" }),
    ];
    const result = fix(policies, "one cat");
    expect(result.text).toBe("1 cat");
    expect(result.unfixed).toMatchObject([
      { violation: { policy: "CAT" }, reason: { kind: "newViolations", policies: ["DOG"] } },
    ]);
  });

  it("reverts all fixes if there is a new violation elsewhere", () => {
    const policies = [
      policyWithFix("open", "", { id: "OPEN" }),
      policyMatching("(?<!open[^]*)close", { id: "PAIR", severity: "CRITICAL" }),
    ];
    expect(fix(policies, "open\n\n\n\nclose")).toMatchObject({ text: "open\n\n\n\nclose", fixed: [] });
  });

  it("cannot fix an indeterminate policy, or one without a match", () => {
    const runner = { run: () => [] };
    expect(reasons(fix([policyWithFix("a", "b")], "a", { runner }))).toEqual([": action"]);
    const whole = policyMatching("", {
      severity: "HIGH",
      match: { context_filter: { subject: "text" } },
      fix: { replacement: "x" },
    });
    expect(reasons(fix([whole], "a"))).toEqual([": noFix"]);
  });

  it("does not fix accepted violations", () => {
    expect(fix([policyWithFix("bad", "good")], "bad // precept-ignore A-1 -- a test\nbad").text).toBe(
      "bad // precept-ignore A-1 -- a test\ngood",
    );
  });

  it("never shows a secret that it replaces, and uses it unredacted in the replacement", () => {
    const secret = policyMatching("key=\\w+", { id: "KEY", severity: "LOW", metadata: { redact: true } });
    const result = fix([secret, policyWithFix("log\\((.*)\\)", "write($1)", { id: "LOG" })], "log(key=abcdefgh)");
    expect(result.text).toBe("write(key=abcdefgh)");
    expect(result.fixed).toMatchObject([{ before: "log(key…)", after: "…" }]);
    const redacting = policyWithFix("key=(?!env)(\\w)\\w+", "key=env.$1", { metadata: { redact: true } });
    expect(fix([redacting], "key=abcdefgh;")).toMatchObject({ text: "key=env.a;", fixed: [{ before: "key…", after: "…" }] });
  });

  it("can be planned without being applied", () => {
    const policies = [policyWithFix("a", "bb")];
    const plan = planFixes("a-a", check(policies, "a-a").violations, policies);
    expect(plan.fixes).toMatchObject([{ start: 0, end: 1, text: "bb" }, { start: 2 }]);
    expect(applyEdits("a-a", plan.fixes.toReversed())).toBe("bb-bb");
  });
});

describe("for any policies and text", () => {
  const letters = fc.constantFrom("a", "b", "c");
  const anyFix = fc.record({
    pattern: fc.array(letters, { minLength: 1, maxLength: 3 }).map((some) => some.join("")),
    replacement: fc.array(fc.constantFrom("a", "b", "c", "x", "$&"), { maxLength: 3 }).map((some) => some.join("")),
    severity: fc.constantFrom("CRITICAL", "HIGH"),
    max_fixes: fc.integer({ min: 1, max: 3 }),
  });

  it("fixes add no violations, and every remaining violation has a reason", () => {
    fc.assert(
      fc.property(fc.array(anyFix, { maxLength: 4 }), fc.array(letters, { maxLength: 12 }), (inputs, text) => {
        const policies = inputs.map(({ pattern, replacement, severity, max_fixes }, at) =>
          policyWithFix(pattern, replacement, { id: `P${at}`, severity, fix: { replacement, max_fixes } }),
        );
        const before = check(policies, text.join(""));
        const result = fix(policies, text.join(""));
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
    );
  });
});

describe("rounds of fixes", () => {
  it("end after the tenth", () => {
    // Each round fixes the first `b` only.
    const policy = policyWithFix("(?<=^a*)b", "a", { fix: { replacement: "a", max_fixes: 100 } });
    expect(fix([policy], "b".repeat(10)).text).toBe("a".repeat(10));
    const result = fix([policy], "b".repeat(12));
    expect(result.text).toBe(`${"a".repeat(10)}bb`);
    expect(reasons(result)).toEqual(["b: stillViolated"]);
  });

  it("count the fixes of all rounds", () => {
    const policy = policyWithFix("b(?!b)", "a", { fix: { replacement: "a", max_fixes: 3 } });
    const result = fix([policy], "bbbbb");
    expect(result.text).toBe("bbaaa");
    expect(result.fixed).toHaveLength(3);
    expect(reasons(result)).toEqual(["b: maxFixes"]);
  });
});

describe("a fix of a registered policy", () => {
  const registered = { ...policyWithFix("secret", "ok", { id: "R" }), origin: "registered" as const };
  const own = policyMatching("top secret", { id: "O", severity: "LOW" });

  it("is reverted if it hides the violation of another policy", () => {
    const result = fix([registered, own], "top secret");
    expect(result.text).toBe("top secret");
    expect(result.unfixed.find(({ violation }) => violation.policy === "R")?.reason).toEqual({
      kind: "hidesViolations",
      policies: ["O"],
    });
  });

  it("is made if it hides nothing, or only violations of registered policies", () => {
    expect(fix([registered, own], "a secret").text).toBe("a ok");
    expect(fix([registered, { ...own, origin: "registered" }], "top secret").text).toBe("top ok");
    expect(fix([policyWithFix("secret", "ok", { id: "R" }), own], "top secret").text).toBe("top ok");
  });

  it("comes after those of other policies at the same place", () => {
    const other = policyWithFix("secret", "fine", { id: "F" });
    expect(fix([registered, other], "secret").text).toBe("fine");
    expect(fix([other, registered], "secret").text).toBe("fine");
  });
});

describe("a fix that leads to another violation", () => {
  it.each([
    ["directly before it", "ab", "az"],
    ["directly after it", "ba", "za"],
  ])("%s is reverted", (_, text, pattern) => {
    const result = fix([policyWithFix("b", "z", { id: "F" }), policyMatching(pattern, { id: "N" })], text);
    expect(result.text).toBe(text);
    expect(result.unfixed[0]?.reason).toEqual({ kind: "newViolations", policies: ["N"] });
  });

  it("elsewhere is reverted with all others", () => {
    const policies = [policyWithFix("b", "z", { id: "F" }), policyMatching("^x(?=.*z.*z)", { id: "N" })];
    const result = fix(policies, "x b b");
    expect(result.text).toBe("x b b");
    expect(result.unfixed.map(({ reason }) => reason.kind)).toEqual(["newViolations", "newViolations"]);
  });

  it("beside a good one leaves the good one", () => {
    const policies = [policyWithFix("b|c", "z", { id: "F" }), policyMatching("az", { id: "N" })];
    expect(fix(policies, "ab xc").text).toBe("ab xz");
  });
});
