import { describe, expect, it } from "vitest";
import { parsePolicies } from "./parse-policies.ts";

/** Parses a policy with this match in a file. Returns the diagnostics of `checkReach`. */
function diagnosticsOf(match: string): readonly string[] {
  const yaml = `id: A-1\nseverity: HIGH\nmessage: m\nmatch:\n  ${match}\n`;
  return parsePolicies(yaml, "a.yaml").diagnostics.map(
    ({ severity, code, line, column }) => `${severity} ${code} ${line}:${column}`,
  );
}

describe("a policy that could never be violated", () => {
  it.each([
    ['pattern: "\\beval"', "error policy/control-character 5:12"],
    ['keywords: [a, "\\x01b"]', "error policy/control-character 5:17"],
    ['{ pattern: eval, unless: ["\\bx"] }', "error policy/control-character 5:29"],
    ["pattern: $^", "error policy/never-matches 5:12"],
    ["pattern: (?!)", "error policy/never-matches 5:12"],
    ["pattern: 'a(?!)|[]'", "error policy/never-matches 5:12"],
    ["pattern: 'a^b'", "error policy/never-matches 5:12"],
    ["pattern: '(?:x$y)+'", "error policy/never-matches 5:12"],
    ["{ pattern: a, context_filter: { subject: comand } }", "error policy/unknown-subject 5:44"],
    ["{ pattern: a, context_filter: { subject: [file, Command] } }", "error policy/unknown-subject 5:44"],
    ["{ pattern: a, context_filter: { subject: { not: none } } }", "error policy/unknown-subject 5:44"],
    ["{ pattern: a, context_filter: { subject: [] } }", "error policy/never-applies 5:44"],
    ["{ pattern: a, file_patterns: ['*.ts'], context_filter: { subject: prompt } }", "error policy/never-applies 5:32"],
    ["{ pattern: a, context_filter: { event: PreTool } }", "warning policy/unknown-event 5:42"],
    ["{ pattern: a, context_filter: { tool: bash } }", "warning policy/unknown-tool 5:41"],
    ["{ pattern: a, tool: Wirte }", "warning policy/unknown-tool 5:23"],
    ["{ pattern: a, context_filter: { brnach: main } }", "warning policy/unknown-context 5:35"],
    ["{ pattern: 'eval\\(', keywords: [sudo] }", "warning policy/keywords-apart 5:34"],
    ["pattern: |\n    eval\n", "warning policy/pattern-newline 5:12"],
    ["{ pattern: a, language: python }", "warning policy/unknown-key 5:17"],
    ["{ pattern: a, any: [{ pattern: $^ }] }", "error policy/never-matches 5:34"],
    ["{ pattern: a, ignore_case: true }", "error policy/ignore-case-without-files 5:17"],
    ["{ pattern: a, tool: Write, ignore_case: true, file_patterns: [] }", "error policy/ignore-case-without-files 5:30"],
    [
      "{ pattern: a, file_patterns: '*.ts', absent: [{ pattern: b, ignore_case: true }] }",
      "error policy/ignore-case-without-files 5:63",
    ],
  ])("is reported with its place: %s", (match, expected) => {
    // In an empty line, `$^` matches the empty string as well.
    expect(diagnosticsOf(match).filter((one) => !one.includes("policy/pattern-empty"))).toEqual([expected]);
  });

  it.each([
    "pattern: '\\beval\\('",
    "pattern: '^$'",
    "pattern: 'a\\n^b'",
    "pattern: '[^]'",
    "pattern: 'a$|b'",
    "{ pattern: '\\x08' }",
    "{ pattern: 'a(?!b)' }",
    "{ pattern: a, context_filter: { subject: [file, command], event: { not: check }, tool: [Write, null], task_status: open } }",
    "{ pattern: a, tool: ['mcp__*', Bash, my_own_tool] }",
    "{ pattern: '\\beval\\(', keywords: [EVAL] }",
    "{ pattern: 'api_key', keywords: [key] }",
    "{ pattern: a, ignore_case: true, file_patterns: .Git/hooks/** }",
    "{ pattern: a, ignore_case: false }",
  ])("is not seen in one that can be: %s", (match) => {
    expect(diagnosticsOf(match).filter((one) => !one.includes("policy/pattern-empty"))).toEqual([]);
  });
});

describe("a policy with a sequence and a fix", () => {
  const yaml = (fix: string): string =>
    `id: A-1\nseverity: HIGH\nmessage: m\nmatch: { pattern: retry }\nsequence: { count: 3 }\n${fix}`;

  it("is refused with the reason, since the fix could not be applied", () => {
    const { policies, diagnostics } = parsePolicies(yaml("fix: { replacement: wait }\n"), "a.yaml");
    expect(policies).toEqual([]);
    expect(diagnostics).toMatchObject([{ severity: "error", code: "policy/fix-with-sequence", line: 6, column: 1 }]);
    expect(diagnostics[0]?.message).toContain("fixes are applied before the calls of the session are counted");
  });

  it("is accepted without the fix", () => {
    expect(parsePolicies(yaml("suggestion: Wait first.\n"), "a.yaml").diagnostics).toEqual([]);
  });
});
