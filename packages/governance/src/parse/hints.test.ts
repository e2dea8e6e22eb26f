import { describe, expect, it } from "vitest";
import { parsePolicies } from "./parse-policies.ts";
import { readPolicy } from "./read-policy.ts";

/** The hints, or the messages without a hint, of the problems of a policy. */
function hintsOf(input: object): readonly string[] {
  const { diagnostics } = readPolicy({ id: "A-1", severity: "LOW", message: "m", ...input });
  return diagnostics.map(({ code, message, hint }) => `${code}: ${hint ?? message}`);
}

describe("the hint about", () => {
  const filter = (key: string, value: unknown) => ({ match: { pattern: "x", context_filter: { [key]: value } } });
  it.each([
    [
      "a backspace",
      { match: { pattern: "a\b" } },
      "policy/control-character: Put it in single quotes: between double quotes, YAML makes a backspace of `\\b`.",
    ],
    ["a control character", { match: { pattern: "a\u0001" } }, "policy/control-character: Remove it, or write `\\x01`."],
    ["another control character", { match: { pattern: "a\u001f" } }, "policy/control-character: Remove it, or write `\\x1F`."],
    ["a subject", filter("subject", "comand"), 'policy/unknown-subject: Did you mean "command"?'],
    ["an unknown subject", filter("subject", "zzz"), "policy/unknown-subject: Subjects are "],
    [
      "a subject that is no text",
      filter("subject", 7),
      "policy/invalid-value: For example: `context_filter: { subject: [file, command] }`.",
    ],
    ["a CI provider", filter("ci", "github"), 'policy/unknown-ci: Did you mean "github-actions"?'],
    ["an unknown CI provider", filter("ci", ["zzz"]), "policy/unknown-ci: Providers are "],
    ["CI as a boolean", filter("ci", { not: true }), "policy/invalid-value: For example: `context_filter: { ci: none }`."],
    [
      "a key of a block",
      { match: { any: [{ input: { a: { gt: "1" } } }] } },
      "For example: `match: { input: { amount: { gt: 1000 } } }`.",
    ],
    ["a block", { match: { any: [] } }, "For example: `match: { any: [{ command:"],
    ["an earlier call", { match: { pattern: "x" }, sequence: { after: { keywords: 1 } } }, "For example: `match: { keywords:"],
    ["an event", filter("event", "PreToolUs"), 'policy/unknown-event: Did you mean "PreToolUse"?'],
    ["an unknown event", filter("event", "zzz"), "policy/unknown-event: Use the host's own name, such as PreToolUse."],
    ["a tool", filter("tool", "Bsh"), 'policy/unknown-tool: Did you mean "Bash"?'],
    ["an excluded tool", filter("tool", { not: "Bsh" }), 'policy/unknown-tool: Did you mean "Bash"?'],
    ["one of two tools", filter("tool", { in: ["Bash", "Writ"] }), 'policy/unknown-tool: Did you mean "Write"?'],
    ["no allowed value", filter("tool", []), "policy/never-applies: "],
    [
      "a missing group",
      { match: { pattern: "x" }, fix: { replacement: "${a}" } },
      "policy/unknown-group: The pattern has no groups. Use `$&` for the whole match.",
    ],
    [
      "another group",
      { match: { pattern: "(?<a>x)(?<b>y)" }, fix: { replacement: "${c}" } },
      "policy/unknown-group: Known groups: ",
    ],
    ["a placeholder", { match: { pattern: "(?<name>x)" }, message: "{nme}" }, "policy/unknown-placeholder: Did you mean {name}?"],
    [
      "a numbered placeholder",
      { match: { pattern: "x" }, message: "{7}" },
      "policy/unknown-placeholder: The pattern has no such group.",
    ],
    [
      "a placeholder of the suggestion",
      { match: { pattern: "x" }, suggestion: "{fle}" },
      "policy/unknown-placeholder: Did you mean {file}?",
    ],
    ["a letter case", { match: { pattern: "x" }, message: "{match:loud}" }, "policy/unknown-placeholder: Known letter cases: "],
  ])("%s", (_, input, hint) => expect(hintsOf(input)).toEqual([expect.stringContaining(hint)]));

  it.each([
    ["a known tool", filter("tool", "Bash")],
    ["a tool with wildcards", filter("tool", "Bas*")],
    ["an unrelated tool", filter("tool", "MyOwnTool")],
    ["code in braces", { match: { pattern: "x" }, message: "{ some code }" }],
    ["any value but one", filter("subject", { not: "file" })],
    ["groups of a command", { match: { command: { program: "rm" } }, message: "{program}" }],
  ])("%s does not exist", (_, input) => expect(hintsOf(input)).toEqual([]));
});

it("locates a pattern of a command, alone or in a list", () => {
  const located = (match: string) =>
    parsePolicies(`policies:\n  - id: A-1\n    severity: LOW\n    message: m\n    match:\n${match}`, "p.yaml").diagnostics.map(
      ({ line, column }) => `${line}:${column}`,
    );
  expect(located('      command:\n        program: rm\n        operands: "("\n')).toEqual(["8:19"]);
  expect(located('      command:\n        - program: ls\n        - program: rm\n          output: "("\n')).toEqual(["9:19"]);
});

it("reads policies of up to 1 MB", () => {
  const read = (length: number) =>
    parsePolicies(`#${"x".repeat(length - 1)}`, "p.yaml").diagnostics.map(({ code, line, column }) => [code, line, column]);
  expect(read(1_048_577)).toEqual([["policy/too-large", 1, 1]]);
  expect(read(1_048_576)).not.toContainEqual(["policy/too-large", 1, 1]);
});
