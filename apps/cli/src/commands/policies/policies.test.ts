import { describe, expect, it } from "vitest";
import { createProject, type TestProject } from "../../../test/precept-in.ts";

const good = `
id: NO-EVAL
severity: CRITICAL
category: security
phase: [IMPLEMENTATION, REVIEW]
match: { pattern: '\\beval\\(', file_patterns: ["src/**", "!**/*.test.js"], context_filter: { tool: [Write, null] } }
message: No eval.
fix: { replacement: "parse(" }
tests: { valid: [evaluate(1)], invalid: ["eval(x)"] }
`;

const failing = `
id: NEVER-FIRES
severity: HIGH
match: { pattern: evil }
message: No evil.
tests: { invalid: [good] }
`;

const files = { ".precept/policies/good.yaml": good, "src/a.js": "eval(a);\n", "src/b.js": "x\n", "other.js": "eval(a);\n" };

async function explain({ precept }: TestProject, ...args: readonly string[]) {
  const { out, code } = await precept(["policies", "explain", "NO-EVAL", ...args, "--json"]);
  expect(code).toBe(0);
  const { steps, broken } = JSON.parse(out) as { steps: { step: string; passed?: boolean; detail: string }[]; broken: boolean };
  return { broken, end: steps.find(({ passed }) => passed === false) };
}

describe("precept policies", () => {
  it("names policies without tests, and fails because of them with test --strict", async () => {
    const untested = "id: UNTESTED\nseverity: LOW\nmatch: { pattern: bad }\nmessage: m\n";
    const { precept } = await createProject({ ...files, ".precept/policies/untested.yaml": untested });
    const { code, out } = await precept(["policies", "test"]);
    expect([code, out]).toEqual([0, expect.stringContaining("no tests  UNTESTED")]);
    expect((await precept(["policies", "test", "--strict"])).code).toBe(1);
    expect((await precept(["policies", "test", "NO-EVAL", "--strict"])).code).toBe(0);
    expect((await precept(["doctor"])).out).toContain("1 without tests (UNTESTED)");
  });

  it("applies the severity and phase tables of the configuration", async () => {
    const tables = "{ priority_mapping: { P0: { action: LOG_ONLY } }, phase_matrix: { TEST: [P1] } }";
    const { precept } = await createProject({
      ".precept/policies/a.yaml":
        "id: A\nseverity: CRITICAL\nmatch: { pattern: bad, unless: ['(?i)not bad', 'x'] }\nmessage: m\n",
      ".precept/config.yaml": `policies: { tables: ${tables} }`,
    });
    expect((await precept(["policies", "list"])).out).toMatch(/^A {7}CRITICAL {2}LOG_ONLY /m);
    const { out } = await precept(["policies", "show", "A"]);
    expect(out).toContain("CRITICAL, P0, LOG_ONLY");
    expect(out).toMatch(/^phases +ANALYSIS, TASKS, IMPLEMENTATION, REVIEW$/m);
    expect(out).toMatch(/^unless +\/not bad\/i, \/x\/$/m);
  });

  it("lists active policies with their files, and refused ones", async () => {
    const { precept } = await createProject({
      ...files,
      ".precept/policies/failing.yaml": failing,
      ".precept/config.yaml": "policies:\n  starters: [debug-leftovers]\n",
    });
    const { out, code } = await precept(["policies", "list"]);
    expect(out).toMatchInlineSnapshot(`
      "policy              severity  handler    mode     from
      DEBUG-BREAKPOINT    HIGH      QUICK_FIX  enforce  starter:debug-leftovers
      DEBUG-FOCUSED-TEST  HIGH      QUICK_FIX  enforce  starter:debug-leftovers
      DEBUG-PRINT         LOW       SOFT_HOOK  enforce  starter:debug-leftovers
      NO-EVAL             CRITICAL  TERMINATE  enforce  .precept/policies/good.yaml

      4 policies
      .precept/policies/failing.yaml:2:1  error  NEVER-FIRES reports no violation in an invalid test: tests.invalid[0].  policy/test-missing
      "
    `);
    expect(code).toBe(0);
    expect(JSON.parse((await precept(["policies", "list", "--json"])).out)).toMatchObject({
      policies: [{ id: "DEBUG-BREAKPOINT", source: "starter:debug-leftovers" }, {}, {}, { id: "NO-EVAL" }],
      diagnostics: [{ code: "policy/test-missing" }],
    });
  });

  it("says how to add policies if there are none", async () => {
    const { precept } = await createProject({});
    expect((await precept(["policies", "list"])).out).toContain("precept init --policies");
  });

  it("shows everything about one of them", async () => {
    const { precept } = await createProject(files);
    expect((await precept(["policies", "show", "NO-EVAL"])).out).toMatchInlineSnapshot(`
      "NO-EVAL
      severity  CRITICAL, P0, TERMINATE
      category  security
      version   1.0.0
      mode      enforce
      phases    IMPLEMENTATION, REVIEW
      pattern   /\\beval\\(/
      files     src/**, !**/*.test.js
      context   {"tool":["Write",null]}
      message   No eval.
      fix       "parse("
      tests     1 valid, 1 invalid
      from      .precept/policies/good.yaml
      "
    `);
    const unknown = await precept(["policies", "show", "NO-EVIL"]);
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean "NO-EVAL"?') as string });
  });

  it("runs their tests, and shows the policies that failed them", async () => {
    const { precept } = await createProject({ ...files, ".precept/policies/failing.yaml": failing });
    const { out, code } = await precept(["policies", "test"]);
    expect(out).toContain("passed  NO-EVAL  2 of 2\n");
    expect(out).toContain("policy/test-missing");
    expect(out).toContain("2 tests of 1 policy: all passed, 1 error in policies that are not active\n");
    expect(code).toBe(1);
    expect(await precept(["policies", "test", "NO-EVAL"])).toMatchObject({ code: 0 });
    const refused = await precept(["policies", "test", "NEVER-FIRES"]);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('The policy "NEVER-FIRES" is not active.') as string });
  });
});

describe("precept policies explain", () => {
  it("shows the violations of a policy", async () => {
    const { precept } = await createProject(files);
    const { out } = await precept(["policies", "explain", "NO-EVAL", "src/a.js", "--context", "tool=Write", "--phase", "REVIEW"]);
    expect(out).toMatchInlineSnapshot(`
      "NO-EVAL in src/a.js: violated, 1 time
        yes  enabled   it is enabled
        yes  phase     it is checked in REVIEW
        yes  files     it applies to src/**, !**/*.test.js
        yes  context   it requires {"tool":["Write",null]}; given: {"subject":"file","event":"check","tool":"Write"}
        yes  tool      it applies to all tools
        yes  text      it searches for /\\beval\\(/
        yes  accepted  at least one match is not accepted
        yes  mode      its mode is enforce
        src/a.js:1:1  TERMINATE  No eval.
      "
    `);
  });

  it("shortens a long pattern, and says how to see all of it", async () => {
    const pattern = Array.from({ length: 60 }, (_, at) => `word${at}`).join("|");
    const long = `id: LONG\nseverity: LOW\nmatch: { pattern: '${pattern}' }\nmessage: m\ntests: { valid: [a], invalid: [word1] }\n`;
    const { precept } = await createProject({ ...files, ".precept/policies/long.yaml": long, "src/c.js": "word5\n" });
    const { out } = await precept(["policies", "explain", "LONG", "src/c.js"]);
    expect(out).toMatch(/^ {2}yes +text +it searches for \/word0\|.{50,200}…/m);
    expect(out.split("\n").filter((line) => line.length > 230)).toEqual([]);
    expect(out).toContain("  `precept policies show LONG` prints the conditions in full.\n");
    expect((await precept(["policies", "show", "LONG"])).out.replaceAll(/\s/g, "")).toContain(pattern);
    const json = JSON.parse((await precept(["policies", "explain", "LONG", "src/c.js", "--json"])).out) as object;
    expect(JSON.stringify(json)).toContain(pattern);
  });

  it("says why a policy is not violated: phase, files, context, text, a comment, the baseline, its mode", async () => {
    const writing = ["--context", "tool=Write"];
    const project = await createProject({
      ...files,
      "src/near.js": "medieval(a);\n",
      "src/excused.js": "eval(a); // precept-ignore NO-EVAL -- it is ours\n",
    });
    const endOf = async (...args: readonly string[]) => (await explain(project, ...args)).end;
    expect(await endOf("src/a.js", ...writing, "--phase", "TEST")).toMatchObject({
      step: "phase",
      detail: "it is not checked in TEST, only in IMPLEMENTATION, REVIEW",
    });
    expect(await endOf("other.js", ...writing)).toMatchObject({ step: "files" });
    expect(await endOf("src/a.js", "--context", "tool=Bash")).toMatchObject({ step: "context" });
    expect(await endOf("src/b.js", ...writing)).toMatchObject({ step: "text" });
    expect(await endOf("src/near.js", ...writing)).toMatchObject({
      step: "text",
      detail: "it searches for /\\beval\\(/, which is not found",
    });
    expect(await endOf("src/excused.js", ...writing)).toMatchObject({
      step: "accepted",
      detail: "it is suppressed in the text, once",
    });
    expect(await explain(project, "src/a.js", ...writing)).toEqual({ broken: true, end: undefined });
    await project.precept(["check", "src/a.js", ...writing, "--update-baseline"]);
    expect(await endOf("src/a.js", ...writing)).toMatchObject({ step: "accepted" });
    const shadow = await createProject({ ...files, ".precept/policies/good.yaml": `${good}mode: shadow\n` });
    expect((await explain(shadow, "src/a.js", ...writing)).end).toMatchObject({ step: "mode" });
    const disabled = await createProject({ ...files, ".precept/policies/good.yaml": `${good}enabled: false\n` });
    expect((await explain(disabled, "src/a.js", ...writing)).end).toMatchObject({ step: "enabled" });
  });

  it("refuses a file that is not a text", async () => {
    const { precept } = await createProject({ ...files, "src/a.bin": new Uint8Array([0]) });
    expect((await precept(["policies", "explain", "NO-EVAL", "src/a.bin"])).code).toBe(2);
    expect((await precept(["policies", "explain", "NO-EVAL", "src/none.js"])).code).toBe(2);
  });
});

it("says that nothing measures the metric of a policy, as in the sample of the design", async () => {
  const { precept } = await createProject({
    ".precept/policies/perf.yaml": `rule:
  id: "PERF-001"
  severity: "MEDIUM"
  phase: "IMPLEMENTATION"
  message: "Function exceeds 50 lines"
  handler: LOG_ONLY
  metadata:
    metric_threshold: 50
`,
  });
  const { out } = await precept(["policies", "test", "PERF-001"]);
  expect(out).toContain("no tests  PERF-001\n    nothing measures `metric_threshold: 50`; ");
  const { policies } = JSON.parse((await precept(["policies", "test", "--json"])).out) as { readonly policies: unknown };
  expect(policies).toEqual([{ rule_id: "PERF-001", passed: true, unmeasured_threshold: 50, results: [] }]);
});
