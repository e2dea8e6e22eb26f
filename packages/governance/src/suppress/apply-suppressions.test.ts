import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check, policyMatching } from "../../test/policies.ts";

const file = "a.ts";
const policies = [
  policyMatching("bad", { id: "BAD", severity: "CRITICAL" }),
  policyMatching("ugly", { id: "UGLY", phase: "REVIEW" }),
];
const decide = (text: string, options = {}) => check(policies, { text, file }, options);
const codes = (text: string, options = {}) => decide(text, options).diagnostics.map(({ code, line }) => `${code} ${line}`);

describe("a suppressed violation", () => {
  it("has no effect, and is listed with its reason", () => {
    const decision = decide("// precept-ignore BAD -- a test\nbad();\n");
    expect(decision).toMatchObject({
      action: "PASS",
      violations: [],
      accepted: [{ by: "suppression", reason: "a test", violation: { policy: "BAD", line: 2 } }],
      skipped: [{ policy: "BAD", reason: { kind: "suppressed", count: 1 } }],
      diagnostics: [],
    });
  });

  it("is suppressed only on the line of the comment", () => {
    expect(decide("bad(); // precept-ignore BAD -- a test\nbad();").violations).toMatchObject([{ line: 2 }]);
    expect(decide("bad(); // precept-ignore BAD -- a test").action).toBe("PASS");
  });

  it("is suppressed only for the named policy", () => {
    const decision = decide("bad(ugly); // precept-ignore UGLY -- a test");
    expect(decision.violations).toMatchObject([{ policy: "BAD" }]);
    expect(decision.skipped).toEqual([{ policy: "UGLY", reason: { kind: "suppressed", count: 1 } }]);
  });

  it("can be the violation of a policy in shadow mode", () => {
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
    ["matches no violation", "x // precept-ignore BAD -- why", "suppression/unused 1"],
    ["repeats another", "bad // precept-ignore BAD -- why // precept-ignore BAD -- why", undefined],
  ])("if it %s, and has no effect then", (_, text, code) => {
    expect(codes(text)).toEqual(code === undefined ? [] : [code]);
    expect(decide(text).action).toBe(text.startsWith("bad") && code !== undefined ? "TERMINATE" : "PASS");
  });

  it("with its location and a suggestion", () => {
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

  it("if another one already suppresses the violation", () => {
    expect(codes("// precept-ignore BAD -- one\nbad(); // precept-ignore BAD -- two")).toEqual(["suppression/unused 2"]);
  });

  it("as unused only if its policy was checked", () => {
    expect(codes("ugly // precept-ignore UGLY -- why", { phase: "TEST" })).toEqual([]);
    expect(codes("fine // precept-ignore UGLY -- why", { phase: "REVIEW" })).toEqual(["suppression/unused 1"]);
  });
});

describe("suppressions", () => {
  it("are ignored in commands and responses, unless an option enables them", () => {
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

  it("never hide violations of other policies or on other lines", () => {
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
          const suppression = new RegExp(`precept-ignore ${violation.policy} -- why`);
          const before = lines.slice(0, violation.line - 1).toReversed();
          const end = before.findIndex((one) => !one.startsWith("//"));
          const above = end < 0 ? before : before.slice(0, end);
          expect([lines[violation.line - 1], ...above].some((one) => suppression.test(one ?? ""))).toBe(true);
        }
      }),
    );
  });
});
