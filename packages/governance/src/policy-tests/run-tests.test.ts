import { describe, expect, it } from "vitest";
import { buildPolicy, type PolicyInput } from "../../test/policies.ts";
import { runPolicyTests } from "./run-tests.ts";

const outcomes = (input: PolicyInput) =>
  runPolicyTests(buildPolicy(input)).results.map(({ list, index, outcome, detail = "" }) =>
    `${list}[${index}] ${outcome} ${detail}`.trimEnd(),
  );

const write = (file_path: string, content: string) => ({
  hook_event_name: "PreToolUse",
  tool_name: "Write",
  tool_input: { file_path, content },
});

describe("the tests of a policy", () => {
  it("pass if invalid texts have violations and valid texts have none", () => {
    const policy = buildPolicy({ match: { pattern: "bad" }, tests: { valid: ["good"], invalid: ["bad", "a bad day"] } });
    expect(runPolicyTests(policy)).toEqual({
      policy: "A-1",
      passed: true,
      results: [
        { list: "valid", index: 0, outcome: "passed" },
        { list: "invalid", index: 0, outcome: "passed" },
        { list: "invalid", index: 1, outcome: "passed" },
      ],
    });
  });

  it("are noisy or missing otherwise, with the match or the reason", () => {
    const match = { pattern: "bad", keywords: ["day"] };
    expect(outcomes({ match, tests: { valid: ["a bad day", "fine"], invalid: ["bad", "day"] } })).toEqual([
      'valid[0] noisy found "bad" at 1:3',
      "valid[1] passed",
      'invalid[0] missing it requires one of the keywords "day", none of which is in the text',
      "invalid[1] missing",
    ]);
  });

  it("check a plain text against the pattern only, ignoring phase, files, context, mode and `enabled`", () => {
    const match = { pattern: "bad", file_patterns: ["*.py"], context_filter: { agent_type: "X" } };
    expect(outcomes({ match, phase: "TEST", mode: "shadow", enabled: false, tests: { invalid: ["bad"] } })).toEqual([
      "invalid[0] passed",
    ]);
  });

  it("with a file, a subject or a context also check the preconditions", () => {
    const match = { pattern: "bad", file_patterns: ["*.py"], context_filter: { agent_type: "X" } };
    const context = { agent_type: "X" };
    expect(
      outcomes({
        match,
        tests: {
          valid: [{ text: "bad", file: "a.ts", context }],
          invalid: [
            { text: "bad", file: "a.py", context },
            { text: "bad", file: "a.py" },
          ],
        },
      }),
    ).toEqual(["valid[0] passed", "invalid[0] passed", 'invalid[1] missing it requires agent_type to be "X", but it is null']);
    expect(
      outcomes({
        match: { pattern: "bad", context_filter: { subject: "command" } },
        tests: { valid: [{ text: "bad", subject: "prompt" }] },
      }),
    ).toEqual(["valid[0] passed"]);
  });

  it("can be whole hook payloads, which also check the preconditions", () => {
    const match = { pattern: "bad", file_patterns: ["*.py"], context_filter: { tool: "Write" } };
    expect(
      outcomes({
        match,
        tests: {
          valid: [write("a.ts", "bad"), { hook: write("a.py", "bad"), context: { tool: "Other" } }],
          invalid: [write("a.py", "bad"), write("a.ts", "bad"), { hook_event_name: "Stop" }, { hook: {} }],
        },
      }),
    ).toEqual([
      "valid[0] passed",
      "valid[1] passed",
      "invalid[0] passed",
      "invalid[1] missing it applies to *.py, not to a.ts",
      "invalid[2] unreadable the payload contains no text to check",
      "invalid[3] unreadable the payload contains no text to check",
    ]);
  });

  it("ignore suppressions", () => {
    expect(outcomes({ match: { pattern: "bad" }, tests: { invalid: ["bad // precept-ignore A-1 -- a test"] } })).toEqual([
      "invalid[0] passed",
    ]);
  });

  it("can check the result of the fix, for any action", () => {
    const input = { severity: "CRITICAL", match: { pattern: "b(a)d" }, fix: { replacement: "g$1$1d" } };
    expect(outcomes({ ...input, tests: { invalid: [{ text: "bad bad", fixed: "gaad gaad" }] } })).toEqual(["invalid[0] passed"]);
    expect(outcomes({ ...input, tests: { invalid: [{ text: "bad", fixed: "good" }] } })).toEqual([
      'invalid[0] misfixed the fixed text is "gaad"',
    ]);
  });

  it("use the given runner; an indeterminate outcome is a failure", () => {
    const policy = buildPolicy({ match: { pattern: "bad" }, tests: { valid: ["good"], invalid: ["bad"] } });
    const runner = { run: () => [{ kind: "indeterminate", reason: "too slow" } as const] };
    expect(runPolicyTests(policy, { runner }).results).toMatchObject([
      { outcome: "noisy", detail: "A-1 could not be checked: too slow." },
      { outcome: "missing", detail: "A-1 could not be checked: too slow." },
    ]);
  });

  it("of a policy without a pattern check its files and its context", () => {
    const match = { file_patterns: [".env"] };
    expect(
      outcomes({ match, tests: { valid: [write("a.ts", "")], invalid: [write("web/.env", ""), { text: "", file: ".env" }] } }),
    ).toEqual(["valid[0] passed", "invalid[0] passed", "invalid[1] passed"]);
  });
});
