import { defaultTables } from "@precept/contract/values";
import { describe, expect, it } from "vitest";
import { buildPolicy, policyMatching } from "../../test/policies.ts";
import { compareVersions } from "./policy-identity.ts";
import { createPolicySet, registerPolicy } from "./policy-set.ts";

const tested = (id: string, pattern = "bad", version = "1.0.0") =>
  buildPolicy({ id, version, match: { pattern }, tests: { valid: ["good"], invalid: ["bad"] } });
const located = (...policies: ReturnType<typeof tested>[]) =>
  policies.map((policy, at) => ({ policy, location: { file: "p.yaml", line: at + 1, column: 1 } }));

describe("a policy set", () => {
  it("contains policies by id, sorted by id", () => {
    const { set, diagnostics } = createPolicySet(located(tested("B"), tested("A")));
    expect(diagnostics).toEqual([]);
    expect(set.policies.map(({ id }) => id)).toEqual(["A", "B"]);
    expect(set.get("B")?.id).toBe("B");
    expect(set.get("C")).toBeUndefined();
  });

  it("refuses a policy that fails its own tests, and accepts the others", () => {
    const { set, diagnostics } = createPolicySet(located(tested("DEAD", "baad"), tested("LOUD", "bad|good"), tested("GOOD")));
    expect(set.policies.map(({ id }) => id)).toEqual(["GOOD"]);
    expect(diagnostics).toMatchObject([
      {
        code: "policy/test-missing",
        severity: "error",
        file: "p.yaml",
        line: 1,
        message: "DEAD reports no violation in an invalid test: tests.invalid[0].",
      },
      {
        code: "policy/test-noisy",
        line: 2,
        message: 'LOUD reports a violation in a valid test: tests.valid[0]: found "good" at 1:1.',
      },
    ]);
  });

  it("accepts a policy without tests, with a diagnostic", () => {
    const { set, diagnostics } = createPolicySet(located(policyMatching("x"), buildPolicy({ id: "DECLARED" })));
    expect(set.policies).toHaveLength(2);
    expect(diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual(["policy/no-tests info"]);
  });

  it("refuses a pattern with a ReDoS risk before running it", () => {
    let runs = 0;
    const runner = { run: () => [{ kind: "indeterminate", reason: String((runs += 1)) } as const] };
    const evil = createPolicySet(located(tested("EVIL", "(a+)+$")), { runner });
    expect(evil.diagnostics).toMatchObject([{ code: "policy/pattern-dangerous", hint: expect.any(String) as string }]);
    const findRegexRisk = ({ source }: { source: string }) => (source === "slow" ? "it took two seconds" : undefined);
    const slow = createPolicySet(located(tested("SLOW", "slow")), { runner, findRegexRisk });
    expect(slow.diagnostics).toMatchObject([
      { code: "policy/pattern-dangerous", message: "The pattern of SLOW is refused: it took two seconds." },
    ]);
    const match = { pattern: "bad", unless: ["bad news", "(a+)+$"] };
    const excepting = createPolicySet(located(buildPolicy({ id: "EXCEPTING", match })), { runner });
    expect(excepting.diagnostics).toMatchObject([
      {
        code: "policy/pattern-dangerous",
        message: expect.stringMatching(/^The exception unless\[1\] of EXCEPTING is/) as string,
      },
    ]);
    expect([evil.set.policies, slow.set.policies, excepting.set.policies, runs]).toEqual([[], [], [], 0]);
  });

  it("refuses a pattern without a linear fallback at priority P0 only", () => {
    const same = { ...tested("SAME", "bad"), match: buildPolicy({ match: { pattern: String.raw`bad|(\w)\1{40}` } }).match };
    const critical = createPolicySet(located({ ...same, severity: "CRITICAL" }));
    expect(critical.set.policies).toEqual([]);
    expect(critical.diagnostics).toMatchObject([
      {
        code: "policy/pattern-not-linear",
        message: String.raw`The pattern of SAME has a back-reference (\1), so it has no linear fallback.`,
        hint: expect.stringContaining("severity: HIGH") as string,
      },
    ]);
    expect(createPolicySet(located({ ...same, severity: "HIGH" })).set.policies).toHaveLength(1);
    const around = { ...same, match: buildPolicy({ match: { pattern: "(?<!not )bad(?! idea)" } }).match };
    expect(createPolicySet(located({ ...around, severity: "CRITICAL" })).set.policies).toHaveLength(1);
  });

  it("refuses the second of two policies with the same id", () => {
    const { set, diagnostics } = createPolicySet(located(tested("A"), tested("A", "bad", "9.0.0")));
    expect(set.get("A")?.version).toBe("1.0.0");
    expect(diagnostics).toMatchObject([{ code: "policy/duplicate-id", line: 2 }]);
  });

  it("refuses a policy that is not checked in any phase", () => {
    const tables = { ...defaultTables, limitNamedPhases: true };
    const policy = { ...tested("A"), phases: ["IMPLEMENTATION" as const] };
    expect(createPolicySet(located(policy), { tables }).diagnostics).toMatchObject([{ code: "policy/never-checked" }]);
    expect(createPolicySet(located(policy)).diagnostics).toEqual([]);
  });

  it("reports phases that a policy names and the phase matrix excludes", () => {
    const tables = { ...defaultTables, limitNamedPhases: true };
    const policy = { ...tested("A"), phases: ["IMPLEMENTATION" as const, "TEST" as const] };
    const { set, diagnostics } = createPolicySet(located(policy), { tables });
    expect(set.get("A")).toBeDefined();
    expect(diagnostics).toMatchObject([
      { code: "policy/phase-excluded", severity: "warning", message: expect.stringContaining("IMPLEMENTATION") as string },
    ]);
  });
});

describe("registering a policy", () => {
  const { set } = createPolicySet(located(tested("A", "bad", "1.9.0")));

  it("returns a new set, and does not change the old one", () => {
    const registered = registerPolicy(set, tested("B"));
    expect(registered).toMatchObject({ accepted: true, diagnostics: [] });
    expect(registered.set.policies.map(({ id }) => id)).toEqual(["A", "B"]);
    expect(set.policies).toHaveLength(1);
  });

  it("replaces an older version", () => {
    const registered = registerPolicy(set, tested("A", "ba+d", "1.10.0"));
    expect(registered.set.get("A")?.match.pattern).toBe("ba+d");
  });

  it("refuses an older or equal version with other content, and accepts the same policy again", () => {
    for (const version of ["1.8.0", "1.9.0"]) {
      const refused = registerPolicy(set, tested("A", "ba+d", version));
      expect(refused).toMatchObject({ accepted: false, diagnostics: [{ code: "policy/duplicate-id" }] });
      expect(refused.set).toBe(set);
    }
    expect(registerPolicy(set, tested("A", "bad", "1.9.0"))).toEqual({ set, accepted: true, diagnostics: [] });
  });

  it("refuses a policy whose tests fail, and keeps the valid version", () => {
    const refused = registerPolicy(set, tested("A", "never", "2.0.0"), {}, { file: "p.yaml" });
    expect(refused).toMatchObject({ accepted: false, diagnostics: [{ code: "policy/test-missing", file: "p.yaml" }] });
    expect(refused.set.get("A")?.version).toBe("1.9.0");
  });
});

describe("comparing versions", () => {
  it.each([
    ["1.9.0", "1.10.0"],
    ["1.0", "1.0.1"],
    ["1.0.0-beta.2", "1.0.0-beta.10"],
    ["1.0.0-rc", "1.0.0"],
    ["v1.2.3", "2"],
    ["2026-02-24", "2026-11-01"],
  ])("%s comes before %s", (older, newer) => {
    expect(compareVersions(older, newer)).toBeLessThan(0);
    expect(compareVersions(newer, older)).toBeGreaterThan(0);
  });

  it.each([
    ["1.0", "1.0.0"],
    ["v1.0.0", "1.0.0"],
    ["1.0.0+build", "1.0.0"],
  ])("%s equals %s", (left, right) => {
    expect(compareVersions(left, right)).toBe(0);
  });
});
