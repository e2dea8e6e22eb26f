import { describe, expect, it } from "vitest";
import { toWirePolicy } from "../wire/policy.ts";
import { parsePolicies } from "./parse-policies.ts";
import { readPolicy } from "./read-policy.ts";

const policyWith = (match: string): string => `id: A\nseverity: HIGH\nmessage: No.\nmatch:\n${match.replace(/^(?=.)/gm, "  ")}`;

function diagnosticsOf(match: string): readonly string[] {
  return parsePolicies(policyWith(match), "p.yaml").diagnostics.map(
    ({ code, line, column, message }) => `${code} ${line}:${column} ${message}`,
  );
}

const everything = `
tool: "mcp__*"
input:
  amount: { gt: 1000, lte: 5000 }
  tool_input.query.limit: { not: [1, 2], exists: true }
  "items[].price": { matches: "^9" }
  "items[0].id": 7
  kind: [a, b]
  exact: { equals: { a: [1] } }
flags: i
command:
  program: [rm, "mkfs*"]
  subcommand: s3 rb
  flags: [[-r, -R, --recursive], -f]
  without_flags: --dry-run
  operands: "^/"
  arguments: [a, b]
  output: "^/dev/"
  pipes_into: [sh, bash]
  pipes_from: curl
  runs: unread
all: [{ pattern: "(?s)x.y" }, { any: [{ keywords: [a] }, { command: [{ program: a }, { program: b }] }] }]
any: [{ pattern: c, unless: d }]
absent: { pattern: e }
`;

describe("the conditions of a policy", () => {
  it("are read without diagnostics, in all their forms", () => {
    expect(diagnosticsOf(everything)).toEqual([]);
  });

  it("survive the wire", () => {
    const [located] = parsePolicies(policyWith(everything)).policies;
    const wire = toWirePolicy(located?.policy as never);
    expect(readPolicy(JSON.parse(JSON.stringify(wire)))).toEqual({ policy: located?.policy, diagnostics: [] });
  });

  it.each([
    ["input: { amount: { gtt: 5 } }", 'policy/unknown-key 5:22 Unknown key "gtt" in "match.input.amount"; it has no effect.'],
    ["input: { amount: { gt: many } }", 'policy/invalid-value 5:26 "match.input.amount.gt" of A must be a number, not "many".'],
    [
      "input: { 'a[': 5 }",
      'policy/input-path 5:12 The path "a[" in `input` of A is invalid: expected keys that are separated by dots.',
    ],
    [
      "input: { a: { matches: '(' } }",
      'policy/pattern-invalid 5:26 The pattern for "a" in `input` of A is invalid: /(/: Unterminated group.',
    ],
    [
      "command: { flags: [-r], programm: rm }",
      'policy/unknown-key 5:27 Unknown key "programm" in "match.command"; it has no effect.',
    ],
    [
      "command: { program: 7 }",
      'policy/invalid-value 5:23 "match.command.program" of A must be a string or a list of strings, not 7.',
    ],
    [
      "command:\n  - program: rm\n    operands: '['",
      "policy/pattern-invalid 7:17 The pattern for `operands` of `command` of A is invalid: /[/: Unterminated character class.",
    ],
    [
      "all: [{ pattern: a }, { pattern: '(' }]",
      "policy/pattern-invalid 5:36 The pattern of A is invalid: /(/m: Unterminated group.",
    ],
    [
      "absent: { unless: '(' , pattern: a }",
      "policy/pattern-invalid 5:21 The exception of A is invalid: /(/: Unterminated group.",
    ],
    ["any: [{ patern: a }]", 'policy/unknown-key 5:11 Unknown key "patern" in "match.any[0]"; it has no effect.'],
    [
      "all: { pattern: a }",
      'policy/invalid-value 5:8 "match.all" of A must be a list of blocks with the keys of `match`, not a mapping.',
    ],
  ])("report %s where it is", (match, diagnostic) => {
    expect(diagnosticsOf(match)).toContain(diagnostic);
  });

  it("are refused if they are nested thousands of levels deep", () => {
    let match: object = { pattern: "a" };
    for (let depth = 0; depth < 20_000; depth += 1) match = { all: [match] };
    const { policy, diagnostics } = readPolicy({ id: "A", severity: "HIGH", message: "No.", match });
    expect(policy).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: "policy/invalid-value" }]);
  });
});
