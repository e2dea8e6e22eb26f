import { policyActions, defaultTables } from "@precept/contract/values";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildPolicy, check, policyMatching, locationsOf } from "../../test/policies.ts";
import { runPattern, type PatternRunner } from "./pattern-runner.ts";

const file = "src/cart.ts";

describe("evaluating policies", () => {
  it("reports each violation with its line, UTF-16 column, match and excerpt", () => {
    const policy = policyMatching("def (?<name>[A-Z]\\w*)", {
      id: "NAME-1",
      version: "2.1.0",
      severity: "HIGH",
      category: "style",
      message: "{name} in {file}, line {line}: {id} {owner}",
      suggestion: "Call it {name:snake_case}.",
      metadata: { owner: "us" },
    });
    const decision = check([policy], { text: "😀 def AbcDef()\r\n  def X()\n", file: "a.py" }, { phase: "REVIEW" });
    expect(decision).toMatchObject({
      action: "QUICK_FIX",
      violations: [
        {
          policy: "NAME-1",
          version: "2.1.0",
          severity: "HIGH",
          priority: "P1",
          action: "QUICK_FIX",
          category: "style",
          phase: "REVIEW",
          subject: "file",
          file: "a.py",
          line: 1,
          column: 4,
          endLine: 1,
          endColumn: 14,
          offset: 3,
          length: 10,
          match: "def AbcDef",
          groups: { "1": "AbcDef", name: "AbcDef" },
          excerpt: "😀 def AbcDef()",
          message: "AbcDef in a.py, line 1: NAME-1 us",
          suggestion: "Call it abc_def.",
        },
        { line: 2, column: 3, match: "def X" },
      ],
      accepted: [],
      shadowed: [],
      passed: [],
      skipped: [],
      diagnostics: [],
    });
  });

  it("passes without violations, and lists the policies that were checked", () => {
    expect(check([policyMatching("x", { id: "A" }), policyMatching("y", { id: "B" })], "abc")).toEqual({
      action: "PASS",
      violations: [],
      accepted: [],
      shadowed: [],
      passed: ["A", "B"],
      skipped: [],
      diagnostics: [],
    });
  });

  it("lets ^ and $ match at every line, and finds matches that span lines", () => {
    expect(locationsOf(check([policyMatching("^b$")], "a\nb\nc"))).toEqual(["A-1 2:1 b"]);
    expect(check([policyMatching("b\\nc")], "a\nb\nc").violations).toMatchObject([{ line: 2, endLine: 3, endColumn: 2 }]);
  });

  it("advances past empty matches", () => {
    expect(locationsOf(check([policyMatching("(?=b)")], "abab"))).toEqual(["A-1 1:2", "A-1 1:4"]);
  });

  it("truncates a long line around the match", () => {
    const [violation] = check([policyMatching("HERE")], `${"a".repeat(1000)}HERE${"b".repeat(1000)}`).violations;
    expect(violation?.excerpt).toMatch(/^…a{40}HEREb{156}…$/);
    expect(violation?.column).toBe(1001);
  });

  it.each([
    ["whole", `HERE${"b".repeat(196)}`, `HERE${"b".repeat(196)}`],
    ["to 200 characters", `HERE${"b".repeat(197)}`, `HERE${"b".repeat(196)}…`],
    ["from its start if it begins there", `${"a".repeat(199)}HERE`, `${"a".repeat(199)}H…`],
    ["to its end if it ends there", `${"a".repeat(200)}HERE`, `…${"a".repeat(196)}HERE`],
  ])("shows a line %s", (_, text, excerpt) => {
    const { violations } = check([policyMatching("HERE")], text);
    expect(violations).toMatchObject([{ excerpt }]);
  });

  it("ignores a match that overlaps an exception, and reports a policy with only such matches as skipped", () => {
    const policies = [buildPolicy({ match: { pattern: "rm -rf \\S+", unless: ["^\\s*#.*", "(?i)RM -RF /TMP\\S*"] } })];
    expect(locationsOf(check(policies, "# rm -rf /\nrm -rf /tmp/x && rm -rf /\n"))).toEqual(["A-1 2:18 rm -rf /"]);
    expect(check(policies, "# rm -rf /\nrm -rf /tmp/x")).toMatchObject({
      action: "PASS",
      passed: [],
      skipped: [{ policy: "A-1", reason: { kind: "excepted", count: 2 } }],
    });
    expect(check(policies, "ls").passed).toEqual(["A-1"]);
  });

  it("ignores no match if an exception could not be run", () => {
    const policies = [buildPolicy({ match: { pattern: "a", unless: ["ab"] } })];
    const runner: PatternRunner = {
      run: (patterns, text, limit) =>
        patterns.map((pattern) =>
          pattern.source === "ab" ? { kind: "indeterminate", reason: "slow" } : runPattern(pattern, text, limit),
        ),
    };
    expect(check(policies, "ab").action).toBe("PASS");
    expect(check(policies, "ab", { runner }).violations).toHaveLength(1);
  });

  it("runs the expressions of all conditions on commands together", () => {
    const policies = ["^/a", "^/b"].map((output, at) => buildPolicy({ id: `A-${at}`, match: { command: { output } } }));
    const runs: number[] = [];
    const runner: PatternRunner = {
      run: (patterns, text, limit) => {
        runs.push(patterns.length);
        return patterns.map((pattern) => runPattern(pattern, text, limit));
      },
      runAll: (tasks, limit) => {
        runs.push(tasks.length);
        return tasks.map(({ pattern, text }) => runPattern(pattern, text, limit));
      },
    };
    const { violations } = check(policies, { kind: "command", text: "ls > /a; ls > /b" }, { runner });
    expect(violations.map(({ policy }) => policy)).toEqual(["A-0", "A-1"]);
    expect(runs.filter((count) => count > 0)).toEqual([4]);
  });

  it("finds a violation after many excepted matches", () => {
    const policies = [buildPolicy({ severity: "CRITICAL", match: { pattern: "bad", unless: ["#bad"] } })];
    const behind = check(policies, `${"#bad\n".repeat(20)}bad\nbad\nbad\n`, { maxViolations: 2 });
    expect(locationsOf(behind)).toEqual(["A-1 21:1 bad", "A-1 22:1 bad"]);
    expect(behind.diagnostics).toMatchObject([{ code: "check/too-many" }]);
    // With more matches than the limit, the policy is indeterminate and fails closed.
    const beyondLimit = check(policies, `${"#bad\n".repeat(10_001)}bad\n`);
    expect(beyondLimit).toMatchObject({ action: "ASK", diagnostics: [{ code: "check/indeterminate" }] });
    expect(check(policies, "#bad\n".repeat(5000)).action).toBe("PASS");
  });

  it("never splits a surrogate pair when it truncates a line", () => {
    const policies = [policyMatching("HERE")];
    for (let before = 200; before < 204; before += 1) {
      const text = `${"x".repeat(before % 2)}${"😀".repeat(before)}HERE${"x".repeat(before % 3)}${"😀".repeat(200)}`;
      const { violations } = check(policies, text);
      expect(violations[0]?.excerpt).toMatch(/^…\P{Cs}+…$/u);
    }
  });

  it("reports at most `maxViolations` per policy, and reports that there are more", () => {
    const decision = check([policyMatching("a")], { text: "aaaa", file }, { maxViolations: 2 });
    expect(decision.violations).toHaveLength(2);
    expect(decision.diagnostics).toMatchObject([
      { code: "check/too-many", file, message: "A-1 has more than 2 violations; the rest is not reported." },
    ]);
    expect(check([policyMatching("a")], "aa", { maxViolations: 2 }).diagnostics).toEqual([]);
  });

  it("redacts the matches of a policy with `redact` everywhere", () => {
    const policy = policyMatching("key=(\\w+)", { message: "{match} {1}", metadata: { redact: true } });
    const { violations } = check([policy], "a key=abcdefgh;");
    expect(violations).toMatchObject([{ match: "key…", groups: {}, excerpt: "a key…;", message: "key… {1}", length: 12 }]);
    expect(JSON.stringify(violations)).not.toContain("abcdefgh");
  });

  it("redacts them in the violations of other policies as well", () => {
    const secret = policyMatching("key=\\w+", { id: "KEY", metadata: { redact: true } });
    const other = policyMatching("log\\((.*?)\\)", { id: "LOG", message: "{match} logs {1}", fix: { replacement: "$1" } });
    const { violations } = check([secret, other], "log(key=abcdefgh) // key=abcdefgh");
    const shown = violations.map(({ excerpt, message, match, groups }) => [excerpt, message, match, groups]);
    expect(JSON.stringify(shown)).not.toContain("abcdefgh");
    expect(violations[0]).toMatchObject({ policy: "LOG", match: "log(key…)", message: "log(key…) logs key…", length: 17 });
    expect(violations[0]?.replacement).toBe("key=abcdefgh");
    const lines = policyMatching("BEGIN[^]*END", { id: "KEY", metadata: { redact: true } });
    expect(JSON.stringify(check([lines, policyMatching("secret")], "BEGIN\n  a secret line\nEND"))).not.toContain("secret line");
  });

  it("matches keywords literally and case-insensitively if there is no pattern", () => {
    const policy = buildPolicy({ match: { keywords: ["a.b", "a.bc", "x|y"] } });
    expect(locationsOf(check([policy], "A.BC axb X|y"))).toEqual(["A-1 1:1 A.BC", "A-1 1:10 X|y"]);
  });

  it("runs a pattern only if the text contains one of its keywords", () => {
    const policy = buildPolicy({ match: { pattern: "\\d+", keywords: ["token", "key"] } });
    expect(locationsOf(check([policy], "KEY 12"))).toEqual(["A-1 1:5 12"]);
    expect(check([policy], "12").skipped).toEqual([{ policy: "A-1", reason: { kind: "prefilter", keywords: ["token", "key"] } }]);
  });

  it("reports the whole text if a policy has only file patterns or a context filter", () => {
    const policy = buildPolicy({ match: { file_patterns: ["*.lock"] }, message: "{file} is generated." });
    expect(check([policy], { text: "first\nsecond", file: "a/yarn.lock" })).toMatchObject({
      action: "LOG_ONLY",
      violations: [{ line: 1, column: 1, length: 0, match: "", excerpt: "first", message: "a/yarn.lock is generated." }],
    });
    expect(check([policy], { text: "", file })).toMatchObject({ action: "PASS", skipped: [{ reason: { kind: "glob" } }] });
  });
});

describe("a policy is skipped with a reason", () => {
  it.each([
    ["it is disabled", { enabled: false }, { kind: "disabled" }],
    ["it has no `match`", { match: {} }, { kind: "declared" }],
    [
      "it is checked in other phases",
      { phase: ["REVIEW", "TEST"] },
      { kind: "phase", phase: "IMPLEMENTATION", phases: ["REVIEW", "TEST"] },
    ],
    [
      "its file patterns do not match",
      { match: { pattern: "x", file_patterns: ["*.py", "!a.py"] } },
      { kind: "glob", file, patterns: ["*.py", "!a.py"] },
    ],
    [
      "its context filter requires another value",
      { match: { pattern: "x", context_filter: { agent_type: "Reviewer" } } },
      { kind: "filter", key: "agent_type", wanted: "Reviewer", actual: "Implementer" },
    ],
    [
      "the context lacks a required value",
      { match: { pattern: "x", context_filter: { branch: "main" } } },
      { kind: "filter", key: "branch", wanted: "main" },
    ],
  ])("if %s", (_, input, reason) => {
    const policy = policyMatching("x", { phase: "IMPLEMENTATION", ...input });
    const decision = check([policy], { text: "x", file }, { phase: "IMPLEMENTATION", context: { agent_type: "Implementer" } });
    expect(decision).toMatchObject({ action: "PASS", violations: [], passed: [], skipped: [{ policy: "A-1", reason }] });
  });

  it("if the text has no file", () => {
    const policy = policyMatching("x", { match: { pattern: "x", file_patterns: ["*.ts"] } });
    expect(check([policy], "x").skipped).toEqual([{ policy: "A-1", reason: { kind: "glob", patterns: ["*.ts"] } }]);
  });

  it("if the prefilter excludes it; the prefilter gets only policies whose preconditions hold", () => {
    const received: string[][] = [];
    const candidates = (patterns: readonly { id: string }[]): string[] => {
      received.push(patterns.map(({ id }) => id));
      return ["B"];
    };
    const policies = [
      policyMatching("x", { id: "A" }),
      policyMatching("x", { id: "B" }),
      policyMatching("x", { id: "C", enabled: false }),
    ];
    const decision = check(policies, "x", { candidates });
    expect(received).toEqual([["A", "B"]]);
    expect(locationsOf(decision)).toEqual(["B 1:1 x"]);
    expect(decision.skipped).toEqual([
      { policy: "A", reason: { kind: "prefilter" } },
      { policy: "C", reason: { kind: "disabled" } },
    ]);
  });

  it("if it is in shadow mode: its violations are reported and have no effect", () => {
    const decision = check([policyMatching("x", { mode: "shadow", severity: "CRITICAL" })], "x x");
    expect(decision).toMatchObject({
      action: "PASS",
      violations: [],
      shadowed: [{ policy: "A-1", action: "TERMINATE" }, { policy: "A-1" }],
      skipped: [{ policy: "A-1", reason: { kind: "shadow", count: 2 } }],
    });
  });
});

describe("files and contexts", () => {
  it.each([
    ["*.ts", "src/deep/a.ts", true],
    ["src/**", "lib/a.ts", false],
    ["{a,b}.ts", "x/b.ts", true],
  ])("%s and %s: %s", (glob, path, fits) => {
    const policy = buildPolicy({ match: { pattern: "x", file_patterns: glob } });
    expect(check([policy], { text: "x", file: path }).violations).toHaveLength(Number(fits));
  });

  it.each([
    [".Git/HOOKS/pre-commit", true],
    [".GIT/config", true],
    ["src/git/config", false],
    [".git/Allowed", false],
  ])("in any letter case with ignore_case: %s: %s", (path, fits) => {
    const globs = ["**/.git/**", "!.GIT/allowed"];
    const policy = buildPolicy({ match: { pattern: "x", file_patterns: globs, ignore_case: true } });
    expect(check([policy], { text: "x", file: path }).violations).toHaveLength(Number(fits));
    const exact = buildPolicy({ match: { pattern: "x", file_patterns: globs } });
    expect(check([exact], { text: "x", file: path }).violations).toHaveLength(Number(path === ".git/Allowed"));
  });

  it("an exclusion removes files; without other globs, all other files match", () => {
    const some = buildPolicy({ match: { pattern: "x", file_patterns: ["*.ts", "!*.test.ts"] } });
    const others = buildPolicy({ match: { pattern: "x", file_patterns: ["!*.test.ts"] } });
    for (const policy of [some, others]) {
      expect(check([policy], { text: "x", file: "a.ts" }).action).toBe("LOG_ONLY");
      expect(check([policy], { text: "x", file: "a.test.ts" }).action).toBe("PASS");
    }
    expect(check([others], { text: "x", file: "a.py" }).action).toBe("LOG_ONLY");
  });

  it.each([
    [{ tool: ["Write", "Edit"] }, true],
    [{ tool: { not: "Write" } }, false],
    [{ tool: { in: ["Write"] }, subject: "file" }, true],
    [{ subject: "command" }, false],
    [{ constructor: "x" }, false],
  ])("a context filter of %j", (context_filter, meets) => {
    const policy = buildPolicy({ match: { pattern: "x", context_filter } });
    expect(check([policy], { text: "x", file }, { context: { tool: "Write" } }).violations).toHaveLength(Number(meets));
  });
});

describe("a decision", () => {
  const policySeverities = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;

  it("has the strictest action, in any order of the policies", () => {
    const anyInputs = fc.array(
      fc.record({ severity: fc.constantFrom(...policySeverities), handler: fc.option(fc.constantFrom(...policyActions)) }),
    );
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const policies = inputs.map(({ severity, handler }, at) =>
          policyMatching("x", { id: `P-${at}`, severity, ...(handler && { handler }) }),
        );
        const forward = check(policies, "x");
        const backward = check(policies.toReversed(), "x");
        const ranks = forward.violations.map(({ action }) => policyActions.indexOf(action));
        expect(forward.action).toBe(inputs.length === 0 ? "PASS" : policyActions[Math.min(...ranks)]);
        expect(backward.action).toBe(forward.action);
        expect(backward.violations).toEqual(forward.violations);
      }),
    );
  });
});

describe("a policy that could not be checked", () => {
  const runner: PatternRunner = {
    run: (patterns) => patterns.map(() => ({ kind: "indeterminate", reason: "it took too long" })),
  };

  it.each([
    ["CRITICAL", undefined, "ASK"],
    ["HIGH", undefined, "ASK"],
    ["HIGH", "LOG_ONLY", "LOG_ONLY"],
    ["CRITICAL", "SOFT_HOOK", "SOFT_HOOK"],
  ] as const)("counts as violated if its severity is %s, and asks instead of stopping: %s, %s", (severity, handler, action) => {
    const policy = policyMatching("x", { severity, ...(handler !== undefined && { handler }) });
    const decision = check([policy], { text: "a\nb", file }, { runner });
    expect(decision).toMatchObject({
      action,
      violations: [
        {
          line: 1,
          indeterminate: "it took too long",
          message: "A-1 could not be checked: it took too long.",
        },
      ],
      diagnostics: [{ code: "check/indeterminate", file }],
      passed: [],
    });
  });

  it.each(["MEDIUM", "LOW"])("is skipped with that reason if its severity is %s", (severity) => {
    const decision = check([policyMatching("x", { severity })], "x", { runner });
    expect(decision).toMatchObject({
      action: "PASS",
      skipped: [{ policy: "A-1", reason: { kind: "indeterminate", cause: "it took too long" } }],
      diagnostics: [{ code: "check/indeterminate" }],
    });
  });

  it("has no outcome from the runner, or an invalid pattern", () => {
    const critical = policyMatching("x", { severity: "CRITICAL" });
    expect(check([critical], "", { runner: { run: () => [] } }).violations).toMatchObject([
      { indeterminate: "its pattern was not run" },
    ]);
    const invalid = { ...critical, match: { ...critical.match, pattern: "(" } };
    expect(check([invalid], "").action).toBe("ASK");
  });

  it("has another fingerprint for another text, so that no answer about one is remembered for the other", () => {
    const policy = policyMatching("x", { severity: "CRITICAL" });
    const fingerprints = ["a", "b", "a"].map((text) => check([policy], { text, file }, { runner }).violations[0]?.fingerprint);
    expect(fingerprints[0]).toBe(fingerprints[2]);
    expect(fingerprints[0]).not.toBe(fingerprints[1]);
  });

  it("cannot be accepted by a comment or a baseline", () => {
    const policy = policyMatching("x", { severity: "CRITICAL" });
    const text = "// precept-ignore A-1 -- never mind\n";
    const { violations } = check([policy], text, { runner });
    const [{ fingerprint } = { fingerprint: "" }] = violations;
    const baseline = { version: 1, entries: [{ fingerprint, rule_id: "A-1" }] } as const;
    expect(check([policy], text, { runner, baseline }).action).toBe("ASK");
  });
});

describe("a fingerprint", () => {
  const policy = policyMatching("[a-z]\\s+= 1");

  it("stays the same when the violation moves or its white space changes", () => {
    const [first] = check([policy], { text: "a = 1", file }).violations;
    const [moved] = check([policy], { text: "\n\n// more\n  a  = 1", file }).violations;
    expect(moved?.fingerprint).toBe(first?.fingerprint);
  });

  it("differs by policy, file, text and occurrence", () => {
    const both = [policy, { ...policy, id: "A-2" }];
    const { violations } = check(both, { text: "a = 1\na = 1\nb = 1", file });
    const other = check(both, { text: "a = 1", file: "other.ts" }).violations;
    expect(new Set([...violations, ...other].map(({ fingerprint }) => fingerprint)).size).toBe(8);
  });
});

describe("configured tables", () => {
  it("replace the defaults", () => {
    const tables = { ...defaultTables, severityMapping: { ...defaultTables.severityMapping, LOW: "P0" } } as const;
    expect(check([policyMatching("x", { severity: "LOW" })], "x", { tables }).action).toBe("TERMINATE");
  });
});

describe("an excerpt", () => {
  const excerptOf = (line: string) => check([policyMatching("#")], line).violations[0]?.excerpt;
  it.each([
    ["of 200 characters is whole", `${"a".repeat(199)}#`, `${"a".repeat(199)}#`],
    ["of a longer line begins at its start", `${"a".repeat(199)}#b`, `${"a".repeat(199)}#…`],
    [
      "of a match at 200 begins 40 characters before it",
      `${"a".repeat(200)}#${"b".repeat(200)}`,
      `…${"a".repeat(40)}#${"b".repeat(159)}…`,
    ],
    ["at the end of a line has 200 characters", `${"a".repeat(300)}#b`, `…${"a".repeat(198)}#b`],
    ["contains no half of a character", `${"a".repeat(199)}😀#`, `…${"a".repeat(197)}😀#`],
    [
      "starts before a pair",
      `${"a".repeat(159)}😀${"a".repeat(39)}#${"b".repeat(300)}`,
      `…😀${"a".repeat(39)}#${"b".repeat(158)}…`,
    ],
  ])("%s", (_, line, excerpt) => expect(excerptOf(line)).toBe(excerpt));
});

it.each([
  [1000, 1000],
  [1001, 1000],
])("reports at most 1,000 violations of a text by default, of %i matches %i", (count, reported) => {
  const decision = check([policyMatching("#")], "#".repeat(count));
  expect(decision.violations).toHaveLength(reported);
  expect(decision.diagnostics.length > 0).toBe(count > reported);
});
