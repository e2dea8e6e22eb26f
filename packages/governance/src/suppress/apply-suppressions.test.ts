import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check, policyMatching } from "../testing/policies.ts";

const file = "a.ts";
const policies = [
  policyMatching("bad", { id: "BAD", severity: "CRITICAL" }),
  policyMatching("ugly", { id: "UGLY", phase: "REVIEW" }),
];
const decide = (text: string, options = {}) => check(policies, { text, file }, options);
const codes = (text: string, options = {}) => decide(text, options).diagnostics.map(({ code, line }) => `${code} ${line}`);

describe("an excused violation", () => {
  it("asks for nothing, and is told with its excuse", () => {
    const decision = decide("// precept-ignore BAD -- a test\nbad();\n");
    expect(decision).toMatchObject({
      action: "PASS",
      violations: [],
      accepted: [{ by: "suppression", reason: "a test", violation: { policy: "BAD", line: 2 } }],
      skipped: [{ policy: "BAD", reason: { kind: "suppressed", count: 1 } }],
      diagnostics: [],
    });
  });

  it("is excused on its own line, and on no other", () => {
    expect(decide("bad(); // precept-ignore BAD -- a test\nbad();").violations).toMatchObject([{ line: 2 }]);
    expect(decide("bad(); // precept-ignore BAD -- a test").action).toBe("PASS");
  });

  it("is only excused from the policy that is named", () => {
    const decision = decide("bad(ugly); // precept-ignore UGLY -- a test");
    expect(decision.violations).toMatchObject([{ policy: "BAD" }]);
    expect(decision.skipped).toEqual([{ policy: "UGLY", reason: { kind: "suppressed", count: 1 } }]);
  });

  it("in shadow mode is excused too", () => {
    const [bad] = policies;
    const shadow = bad && { ...bad, mode: "shadow" as const };
    expect(check(shadow ? [shadow] : [], "bad() // precept-ignore BAD -- a test")).toMatchObject({
      shadowed: [],
      diagnostics: [],
    });
  });
});

describe("a suppression is reported", () => {
  it.each([
    ["names nothing", "bad // precept-ignore -- all of it", "suppression/blanket 1"],
    ["names everything", "bad // precept-ignore * -- all of it", "suppression/blanket 1"],
    ["names everything in a word", "bad // precept-ignore all -- all of it", "suppression/blanket 1"],
    ["gives no reason", "bad // precept-ignore BAD", "suppression/no-reason 1"],
    ["names a policy that does not exist", "x // precept-ignore BADD -- why", "suppression/unknown-policy 1"],
    ["is of no use", "x // precept-ignore BAD -- why", "suppression/unused 1"],
    ["repeats another", "bad // precept-ignore BAD -- why // precept-ignore BAD -- why", undefined],
  ])("where it %s, and suppresses nothing by that", (_, text, code) => {
    expect(codes(text)).toEqual(code === undefined ? [] : [code]);
    expect(decide(text).action).toBe(text.startsWith("bad") && code !== undefined ? "TERMINATE" : "PASS");
  });

  it("with its place and what was probably meant", () => {
    expect(decide("\n  // precept-ignore BADD -- why").diagnostics).toEqual([
      {
        code: "suppression/unknown-policy",
        severity: "warning",
        message: 'Unknown policy "BADD" in a suppression.',
        hint: "Did you mean BAD?",
        file,
        line: 2,
        column: 6,
      },
    ]);
  });

  it("where a second one on the same violation is of no use", () => {
    expect(codes("// precept-ignore BAD -- one\nbad(); // precept-ignore BAD -- two")).toEqual(["suppression/unused 2"]);
  });

  it("but not where its policy was not checked, so that nobody knows", () => {
    expect(codes("ugly // precept-ignore UGLY -- why", { phase: "TEST" })).toEqual([]);
    expect(codes("fine // precept-ignore UGLY -- why", { phase: "REVIEW" })).toEqual(["suppression/unused 1"]);
  });
});

describe("suppressions", () => {
  it("are not read in what an agent is about to run or to say, unless that is asked for", () => {
    const text = "bad # precept-ignore BAD -- it is fine";
    for (const kind of ["command", "prompt", "response", "tool", "result"] as const) {
      expect(check(policies, { text, kind }).action).toBe("TERMINATE");
      expect(check(policies, { text, kind }, { inlineSuppressions: true }).action).toBe("PASS");
    }
    expect(check(policies, { text, file }, { inlineSuppressions: false })).toMatchObject({
      action: "TERMINATE",
      diagnostics: [],
    });
  });

  it("never hide more than the violations of their policies on their lines", () => {
    const line = fc.constantFrom(
      "bad",
      "ugly bad",
      "fine",
      "// precept-ignore BAD -- why",
      "bad // precept-ignore BAD -- why",
      "// precept-ignore UGLY -- why",
      "bad // precept-ignore",
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const text = lines.join("\n");
        const { violations, accepted } = decide(text);
        const all = decide(text, { inlineSuppressions: false }).violations;
        expect(violations.length + accepted.length).toBe(all.length);
        for (const { violation } of accepted) {
          const excuse = new RegExp(`precept-ignore ${violation.policy} -- why`);
          const before = lines.slice(0, violation.line - 1).toReversed();
          const end = before.findIndex((one) => !one.startsWith("//"));
          const above = end < 0 ? before : before.slice(0, end);
          expect([lines[violation.line - 1], ...above].some((one) => excuse.test(one ?? ""))).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
