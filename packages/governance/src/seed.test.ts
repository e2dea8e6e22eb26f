import { describe, expect, it } from "vitest";
import { escalateDecision } from "./soft-hooks/escalation.ts";
import { softHookCheckOf } from "./soft-hooks/events.ts";
import { reduceSoftHooks } from "./soft-hooks/reduce.ts";
import { emptySoftHookState } from "./soft-hooks/state.ts";
import { fixViolations } from "./fix/fix-violations.ts";
import { parsePolicies } from "./parse/parse-policies.ts";
import { readPolicy } from "./parse/read-policy.ts";
import { createPolicySet, registerPolicy } from "./policy-set/policy-set.ts";
import { check, policyMatching, policiesIn, sha256 } from "../test/policies.ts";
import { toPriorityNotification } from "./wire/decision.ts";
import { toPolicyTool } from "./wire/policy-tool.ts";
import { toAuditRecord, toSoftHookRecord } from "./wire/records.ts";

// Requirements and examples of the rule engine's design, section by section.

const basic = (pattern: string): string => `
rule:
  id: "JCODE-001"                    # unique
  version: "1.0.0"
  severity: "CRITICAL"
  category: "constitutional"
  phase: "IMPLEMENTATION"
  handler: " VIOLATION "

  match:
    pattern: ${pattern}
    file_patterns: ["*.py", "*.js"]
    context_filter:
      agent_type: "Implementer"
      task_status: "in_progress"

  message: "Function name contains special characters"

  metadata:
    owner: "agentic-governance"
    doc_url: "https://github.com/.../RULE_ENGINE.md"
    last_updated: "2026-02-24"
`;

const snakeCase = {
  id: "JCODE-001",
  version: "1.0.0",
  severity: "HIGH",
  category: "constitutional",
  phase: "IMPLEMENTATION",
  handler: "QUICK_FIX",
  match: { pattern: "(?<=def )(?<name>[a-z]+_[A-Z]\\w*)(?=\\()", file_patterns: ["*.py"] },
  message: "Function '{name}' violates snake_case",
  suggestion: "Rename to '{name:snake_case}'",
  fix: { replacement: "${name:snake_case}" },
  metadata: { owner: "agentic-governance" },
};

describe("2: the format of a policy", () => {
  it("seed 2.1: the unchanged example is refused with a hint, since `\\$` between double quotes is invalid YAML", () => {
    const { policies, diagnostics } = parsePolicies(basic('"function.*\\$\\w+\\("'), "basic.yaml");
    expect(policies).toEqual([]);
    expect(diagnostics[0]).toMatchObject({
      code: "policy/yaml",
      file: "basic.yaml",
      line: 11,
      hint: expect.stringContaining("single quotes") as string,
    });
  });

  it("seed 2.1: with single quotes the example is read with every key, and works", () => {
    const { policies, diagnostics } = parsePolicies(basic("'function.*\\$\\w+\\('"), "basic.yaml");
    expect(diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`)).toEqual(["policy/handler-violation 8:12"]);
    const all = policies.map(({ policy }) => policy);
    expect(all).toMatchObject([
      {
        id: "JCODE-001",
        category: "constitutional",
        phases: ["IMPLEMENTATION"],
        match: { filePatterns: ["*.py", "*.js"], contextFilter: { agent_type: "Implementer", task_status: "in_progress" } },
        metadata: { owner: "agentic-governance", last_updated: "2026-02-24" },
      },
    ]);
    const subject = { text: "function $pay() {}", file: "src/pay.js" };
    const context = { agent_type: "Implementer", task_status: "in_progress" };
    expect(check(all, subject, { phase: "IMPLEMENTATION", context }).action).toBe("TERMINATE");
    expect(check(all, subject, { phase: "IMPLEMENTATION", context: { ...context, task_status: "done" } }).action).toBe("PASS");
    expect(check(all, { ...subject, file: "src/pay.rb" }, { phase: "IMPLEMENTATION", context }).action).toBe("PASS");
  });
});

describe("3: checking a policy", () => {
  it("seed 3.2: checks phase and context first, then the match, then priority and action", () => {
    const policies = policiesIn(`
- { id: A, severity: CRITICAL, phase: ANALYSIS, match: { pattern: x }, message: m }
- { id: B, severity: HIGH, match: { pattern: x, context_filter: { agent_type: Planner } }, message: m }
- { id: C, severity: MEDIUM, match: { pattern: y }, message: m }
- { id: D, severity: LOW, match: { pattern: x }, message: m }
`);
    const decision = check(policies, "x", { phase: "REVIEW", context: { agent_type: "Reviewer" } });
    expect(decision.skipped.map(({ policy, reason }) => `${policy} ${reason.kind}`)).toEqual(["A phase", "B filter", "D phase"]);
    expect(decision.passed).toEqual(["C"]);
    expect(decision.action).toBe("PASS");
    expect(check(policies, "x y", { phase: "ANALYSIS", context: { agent_type: "Planner" } })).toMatchObject({
      action: "TERMINATE",
      violations: [{ policy: "A" }, { policy: "B" }, { policy: "D" }, { policy: "C" }],
    });
  });
});

describe("4: handling a violation", () => {
  it("seed 4.1-4.4: the unchanged examples are read, and their violations can be reported", () => {
    const policies = policiesIn(`
rule:
  id: "CONSTITUTION-001"
  severity: "CRITICAL"
  phase: "ANALYSIS"
  message: "Agent attempted to suggest solution in ANALYSIS phase"
  handler: TERMINATE
  metadata:
    constitutional_basis: "AGENT_CONSTITUTION.md#三"
---
rule:
  id: "STYLE-001"
  severity: "HIGH"
  phase: "IMPLEMENTATION"
  message: "Variable name 'usreName' contains typo"
  handler: QUICK_FIX
  metadata:
    quick_fix_type: "TYPE-A"
    max_fixes: 5
---
rule:
  id: "PERF-001"
  severity: "MEDIUM"
  phase: "IMPLEMENTATION"
  message: "Function exceeds 50 lines"
  handler: LOG_ONLY
  metadata:
    metric_threshold: 50
---
rule:
  id: "PRACTICE-001"
  severity: "LOW"
  phase: "REVIEW"
  message: "Consider adding type hints"
  handler: SOFT_HOOK
  metadata:
    enforceable: false
    priority_boost: true  # for work of high quality
`);
    expect(policies.map(({ id, action }) => `${id} ${action}`)).toEqual([
      "CONSTITUTION-001 TERMINATE",
      "STYLE-001 QUICK_FIX",
      "PERF-001 LOG_ONLY",
      "PRACTICE-001 SOFT_HOOK",
    ]);
    const { set, diagnostics } = createPolicySet(policies.map((policy) => ({ policy, location: {} })));
    expect([set.policies.length, diagnostics]).toEqual([4, []]);
    expect(check(set.policies, "anything").skipped.every(({ reason }) => reason.kind === "declared")).toBe(true);
  });

  it("seed 4.1: a violated constitution terminates", () => {
    const policy = policyMatching("Analyzer.*suggest|Planner.*implement", { severity: "CRITICAL", phase: "ANALYSIS" });
    expect(check([policy], "Analyzer: I suggest a cache", { phase: "ANALYSIS" }).action).toBe("TERMINATE");
  });

  it("seed 4.2: a typo is fixed, at most max_fixes times, and verified", () => {
    const policy = policyMatching("\\busreName\\b", {
      severity: "HIGH",
      handler: "QUICK_FIX",
      fix: { replacement: "userName" },
      metadata: { quick_fix_type: "TYPE-A", max_fixes: 5 },
    });
    const result = fixViolations([policy], { text: "usreName\n".repeat(6) }, { hash: sha256 });
    expect(result.text).toBe(`${"userName\n".repeat(5)}usreName\n`);
    expect(result.unfixed).toMatchObject([{ reason: { kind: "maxFixes", maxFixes: 5 } }]);
  });

  it("seed 4.3: LOG_ONLY wins over SOFT_HOOK and stops nothing", () => {
    expect(check([policyMatching("x", { severity: "MEDIUM" })], "x", { phase: "REVIEW" }).action).toBe("LOG_ONLY");
  });

  it("seed 4.4: a soft hook only advises", () => {
    const policy = policyMatching("x", { severity: "LOW", phase: "REVIEW", metadata: { priority_boost: true } });
    expect(check([policy], "x", { phase: "REVIEW" }).action).toBe("SOFT_HOOK");
    expect(check([policy], "x", { phase: "REVIEW", highQuality: true }).action).toBe("LOG_ONLY");
    const anywhere = [{ ...policy, phases: [] }];
    expect(check(anywhere, "x", { phase: "REVIEW" }).skipped).toMatchObject([{ reason: { kind: "phase" } }]);
    expect(check(anywhere, "x", { phase: "REVIEW", highQuality: true }).action).toBe("LOG_ONLY");
  });
});

describe("5: soft hooks", () => {
  const [practice] = policiesIn(`
rule:
  id: "PRACTICE-001"
  severity: "LOW"
  phase: "IMPLEMENTATION"
  message: "Consider adding docstring for public function"
  handler: SOFT_HOOK
  match: { pattern: 'def [a-z]\\w*\\(.*\\):\\n(?!\\s*""")' }
  soft_hooks:
    enabled: true
    can_be_ignored: true
    notify_on_ignore: false
    priority_boost_phase: "REVIEW"
    interceptors:
      - type: "referrer"
        config:
          threshold: 3
`);
  const policies = practice ? [practice] : [];
  const text = "def pay(cart):\n    return 1\n";

  it("seed 5.2: the example is read with all its settings", () => {
    expect(practice?.softHooks).toEqual({
      enabled: true,
      canBeIgnored: true,
      notifyOnIgnore: false,
      boostPhase: "REVIEW",
      interceptors: [{ type: "referrer", threshold: 3, upgradeTo: "P2" }],
    });
  });

  it("seed 5.2: the policy advises in other phases, and is P2 in REVIEW", () => {
    expect(check(policies, text, { phase: "IMPLEMENTATION" }).action).toBe("SOFT_HOOK");
    expect(check(policies, text, { phase: "REVIEW" })).toMatchObject({ action: "LOG_ONLY", violations: [{ priority: "P2" }] });
    expect(check(policies, text, { phase: "TEST" }).skipped).toMatchObject([{ reason: { kind: "phase" } }]);
  });

  it("seed 5.3: advice that was ignored three times becomes LOG_ONLY, and each step is logged as in seed 8.2", () => {
    const actor = { session: "s", agent: "Implementer" };
    const metadata = { logId: "SOFT_HOOK-20260224-001", timestamp: "2026-02-24T10:45:00Z", phase: "IMPLEMENTATION" } as const;
    let state = emptySoftHookState;
    const records = ["t1", "t2", "t3", "t4"].flatMap((toolUse) => {
      const decision = check(policies, text, { phase: "IMPLEMENTATION" });
      const step = reduceSoftHooks(state, softHookCheckOf(decision, { ...actor, toolUse }, [undefined]), { policies });
      state = step.state;
      return step.effects.map((effect) => toSoftHookRecord(effect, metadata));
    });
    expect(records.map(({ action, ignore_count }) => `${action} ${ignore_count}`)).toEqual([
      "TRIGGERED 0",
      "IGNORED 1",
      "IGNORED 2",
      "IGNORED 3",
      "UPGRADED 3",
    ]);
    expect(records[1]).toEqual({
      log_id: "SOFT_HOOK-20260224-001",
      timestamp: "2026-02-24T10:45:00Z",
      rule_id: "PRACTICE-001",
      action: "IGNORED",
      ignore_count: 1,
      metadata: { agent: "Implementer", phase: "IMPLEMENTATION", upgrade_threshold: 3, upgraded_to: null },
    });
    expect(records[4]?.metadata.upgraded_to).toBe("P2 LOG_ONLY");
    const decision = escalateDecision(check(policies, text, { phase: "IMPLEMENTATION" }), state, actor);
    expect(decision).toMatchObject({ action: "LOG_ONLY", violations: [{ priority: "P2", action: "LOG_ONLY" }] });
  });
});

describe("6: the wire", () => {
  const { policy } = readPolicy(snakeCase);
  const policies = policy ? [policy] : [];
  const subject = { text: `${"\n".repeat(41)}def parse_Data(text):\n`, file: "src/parser.py" };

  it("seed 6.1: a policy is registered from JSON, and one that fails its tests is not", () => {
    const { set } = createPolicySet([]);
    const tests = { valid: ["def parse_data():"], invalid: ["def parse_Data():"] };
    const good = readPolicy({ ...snakeCase, tests }).policy;
    // The unchanged pattern of the example matches names that the policy is meant to allow.
    const bad = readPolicy({ ...snakeCase, fix: undefined, tests, match: { pattern: "def [a-z_][a-zA-Z0-9_]*\\(" } }).policy;
    expect(good && registerPolicy(set, good)).toMatchObject({ accepted: true, diagnostics: [] });
    expect(bad && registerPolicy(set, bad)).toMatchObject({ accepted: false, diagnostics: [{ code: "policy/test-noisy" }] });
  });

  it("seed 6.2: a policy is listed as a tool", () => {
    expect(policies.map((one) => toPolicyTool(one))).toEqual([
      {
        name: "rule_engine:JCODE-001",
        description: "Function '{name}' violates snake_case",
        inputSchema: { type: "object", properties: { code: { type: "string" }, file: { type: "string" } } },
        annotations: { phase: "IMPLEMENTATION", severity: "HIGH", handler: "QUICK_FIX" },
      },
    ]);
    expect(toPolicyTool(policyMatching("x", { metadata: { description: "Check x" } }))).toMatchObject({
      description: "Check x",
      annotations: { phase: ["ANALYSIS", "TASKS", "REVIEW", "TEST"] },
    });
  });

  it("seed 6.3: a violation becomes a notification", () => {
    const { violations } = check(policies, subject, { phase: "IMPLEMENTATION" });
    expect(violations.map(toPriorityNotification)).toEqual([
      {
        rule_id: "JCODE-001",
        violation: {
          location: "src/parser.py:42",
          message: "Function 'parse_Data' violates snake_case",
          suggestion: "Rename to 'parse_data'",
        },
        priority: "P1",
        handler: "QUICK_FIX",
      },
    ]);
    expect(check([policyMatching("x")], "x").violations.map(toPriorityNotification)).toMatchObject([
      { violation: { location: "1", suggestion: null } },
    ]);
  });

  it("seed 7.1: the strictest violation decides, and no violation is PASS", () => {
    const many = [
      policyMatching("x", { id: "L", severity: "LOW" }),
      policyMatching("x", { id: "C", severity: "CRITICAL" }),
      policyMatching("x", { id: "M" }),
    ];
    expect(check(many, "x").action).toBe("TERMINATE");
    expect(check(many, "y").action).toBe("PASS");
  });

  it("seed 8.1: a fixed violation is logged", () => {
    const { violations } = check(policies, subject, { phase: "IMPLEMENTATION" });
    const fix = fixViolations(policies, subject, { hash: sha256, phase: "IMPLEMENTATION" });
    const metadata = { logId: "RULE-20260224-001", timestamp: "2026-02-24T10:30:00Z", agent: "Implementer" };
    expect(violations.map((violation) => toAuditRecord(violation, metadata, fix))).toEqual([
      {
        log_id: "RULE-20260224-001",
        timestamp: "2026-02-24T10:30:00Z",
        rule_id: "JCODE-001",
        handler: "QUICK_FIX",
        priority: "P1",
        phase: "IMPLEMENTATION",
        context: { file: "src/parser.py", line: 42, agent: "Implementer" },
        violation: { message: "Function 'parse_Data' violates snake_case", suggestion: "Rename to 'parse_data'" },
        quick_fix: { applied: true, change: "parse_Data → parse_data", verified: true },
      },
    ]);
    expect(violations.map((violation) => toAuditRecord(violation, metadata))[0]).not.toHaveProperty("quick_fix");
  });
});
