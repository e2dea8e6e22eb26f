import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePolicies } from "./parse-policies.ts";

const file = "policies.yaml";
const good = (id: string): string => `id: ${id}\nseverity: LOW\nmessage: Broken.\n`;
const item = (id: string, indent = ""): string => `${indent}- ${good(id).trim().replaceAll("\n", `\n${indent}  `)}\n`;

const idsOf = (text: string): readonly string[] => parsePolicies(text, file).policies.map(({ policy }) => policy.id);

/** The diagnostics, each as `code line:column message hint`. */
function diagnosticsOf(text: string): readonly string[] {
  return parsePolicies(text, file).diagnostics.map(({ code, line, column, message, hint }) =>
    [code, `${line}:${column}`, message, hint].filter((part) => part !== undefined).join(" | "),
  );
}

describe("a policy file", () => {
  it.each([
    ["one policy", good("A"), ["A"]],
    ["one below `rule:`", `rule:\n${good("A").replace(/^/gm, "  ").trimEnd()}\n`, ["A"]],
    ["one below `policy:`", `policy: { id: A, severity: LOW, message: m }`, ["A"]],
    ["a list", item("A") + item("B"), ["A", "B"]],
    ["a list below `rules:`", `rules:\n${item("A", "  ")}${item("B", "  ")}`, ["A", "B"]],
    [
      "a list of wrapped policies",
      "- rule: { id: A, severity: LOW, message: m }\n- policy: { id: B, severity: LOW, message: m }\n",
      ["A", "B"],
    ],
    ["several documents", `${good("A")}---\n${good("B")}---\n${item("C")}${item("D")}`, ["A", "B", "C", "D"]],
    ["a document after a comment", `# policies\n---\n${good("A")}...\n`, ["A"]],
    ["JSON", `{"rule": {"id": "A", "severity": "LOW", "message": "m"}}`, ["A"]],
    ["nothing", "", []],
    ["comments", "# nothing\n", []],
    ["an empty list", "rules: []\n", []],
    ["a key without a value", "rules:\n", []],
  ])("can contain %s", (_, text, ids) => {
    expect(diagnosticsOf(text)).toEqual([]);
    expect(idsOf(text)).toEqual(ids);
  });

  it("is refused as a whole if it is too large", () => {
    expect(parsePolicies(`${good("A")}#${" ".repeat(1_048_576)}`, file)).toMatchObject({
      policies: [],
      diagnostics: [{ code: "policy/too-large", file, line: 1 }],
    });
  });

  it("locates each policy", () => {
    const { policies } = parsePolicies(`${good("A")}---\nrules:\n  ${item("B").trim().replaceAll("\n", "\n  ")}\n`, file);
    expect(policies.map(({ location }) => location)).toEqual([
      { file, line: 1, column: 1 },
      { file, line: 6, column: 5 },
    ]);
  });

  it("keeps the valid policies of a list if others are invalid YAML", () => {
    for (const broken of [
      '- id: "X\n',
      "- id: X\n  match: {\n",
      '- id: X\n  match: { pattern: "\\$" }\n',
      "- id: X\n id: Y\n",
      "- id: *x\n",
    ]) {
      for (const [text, line] of [
        [item("A") + broken + item("B"), 4],
        [`rules:\n${item("A", "  ")}${broken.replace(/^(?=.)/gm, "  ")}${item("B", "  ")}`, 5],
      ] as const) {
        const { diagnostics } = parsePolicies(text, file);
        expect(idsOf(text)).toEqual(["A", "B"]);
        expect(diagnostics.length).toBeGreaterThan(0);
        for (const one of diagnostics) {
          expect(one.code).toBe("policy/yaml");
          expect(one.line).toBeGreaterThanOrEqual(line);
          expect(one.line).toBeLessThanOrEqual(line + 2);
        }
      }
    }
  });

  it("keeps the other documents if one is invalid YAML", () => {
    expect(idsOf(`${good("A")}---\nid: "X\n---\n${good("B")}`)).toEqual(["A", "B"]);
  });

  it("keeps the valid policies if others have invalid values, each reported with its location", () => {
    const text = `- id: "two words"
  severity: BAD
  handler: STOP
  phase: [REVIEW, LATER]
  match: { pattern: 7, flags: gx, keywords: [1], file_patterns: "" }
  message: ""
  mode: dry
  enabled: maybe
- id: A
  severity: LOW
  message: Broken.
- severity: LOW
- just a text
`;
    expect(idsOf(text)).toEqual(["A"]);
    expect(diagnosticsOf(text)).toEqual([
      'policy/invalid-value | 1:7 | "id" of two words must consist of at most 128 letters, digits, `.`, `_` and `-`, and begin with a letter or digit, not "two words".',
      'policy/invalid-value | 2:13 | "severity" of two words must be one of CRITICAL, HIGH, MEDIUM, LOW, not "BAD".',
      'policy/invalid-value | 3:12 | "handler" of two words must be one of TERMINATE, ASK, QUICK_FIX, LOG_ONLY, SOFT_HOOK, not "STOP". | Use TERMINATE, ASK, QUICK_FIX, LOG_ONLY, SOFT_HOOK, or leave it out: then the severity decides.',
      'policy/invalid-value | 4:19 | "phase[1]" of two words must be one or more of ANALYSIS, TASKS, IMPLEMENTATION, REVIEW, TEST, not "LATER".',
      "policy/invalid-value | 5:21 | \"match.pattern\" of two words must be a string or a list of strings, not 7. | For example: `match: { pattern: '\\beval\\(' }`.",
      'policy/invalid-value | 5:31 | "match.flags" of two words must consist of the letters i, m, s and u, not "gx". | For example: `match: { pattern: todo, flags: i }`.',
      'policy/invalid-value | 5:46 | "match.keywords[0]" of two words must be a string, not 1. | For example: `match: { keywords: [FIXME, XXX] }`.',
      'policy/invalid-value | 5:65 | "match.file_patterns" of two words must not be empty, not "". | For example: `match: { pattern: \'\\bvar \', file_patterns: ["src/**/*.js", "!**/*.test.js"] }`.',
      'policy/invalid-value | 6:12 | "message" of two words must not be empty, not "".',
      'policy/invalid-value | 7:9 | "mode" of two words must be one of enforce, shadow, not "dry".',
      'policy/invalid-value | 8:12 | "enabled" of two words must be true or false, not "maybe".',
      'policy/missing-field | 12:3 | The policy has no "id". | Add "id": it must be a string.',
      'policy/missing-field | 12:3 | The policy has no "message". | Add "message": it must be a string.',
      "policy/not-a-policy | 13:3 | Expected a policy, found something else. | A policy is a mapping with `id`, `severity` and `message`: alone, below `rule:`, or in a list.",
    ]);
  });

  it("accepts a policy with unknown keys, and suggests similar ones", () => {
    const text = `id: A
severity: LOW
message: Broken.
sugestion: x
pattern: x
match: { file_pattern: "*.ts", filePatterns: "*.js" }
soft_hooks: { boost: REVIEW, interceptors: [{ config: { treshold: 2 } }] }
zzz: 1
`;
    expect(idsOf(text)).toEqual(["A"]);
    expect(diagnosticsOf(text)).toEqual([
      'policy/unknown-key | 4:1 | Unknown key "sugestion" in a policy; it has no effect. | Did you mean "suggestion"?',
      'policy/unknown-key | 5:1 | Unknown key "pattern" in a policy; it has no effect. | Did you mean "match.pattern"?',
      'policy/unknown-key | 6:10 | Unknown key "file_pattern" in "match"; it has no effect. | Did you mean "file_patterns"?',
      'policy/unknown-key | 6:32 | Unknown key "filePatterns" in "match"; it has no effect. | Did you mean "file_patterns"?',
      'policy/unknown-key | 7:15 | Unknown key "boost" in "soft_hooks"; it has no effect. | Did you mean "priority_boost_phase"?',
      'policy/unknown-key | 7:57 | Unknown key "treshold" in "soft_hooks.interceptors[0].config"; it has no effect. | Did you mean "threshold"?',
      'policy/unknown-key | 8:1 | Unknown key "zzz" in a policy; it has no effect. | Known keys: id, version, severity, handler, category, phase, match, sequence, message, suggestion, fix, metadata, soft_hooks, mode, tests, enabled. Put other values below "metadata".',
    ]);
    expect(diagnosticsOf("rule: { id: A, severity: LOW, message: m }\nversion: 2\n")).toEqual([
      'policy/unknown-key | 2:1 | Unknown key "version" next to "rule"; it has no effect. | Move it below "rule".',
    ]);
  });

  it("no text makes it throw, and every diagnostic has a location in the file", () => {
    const words = "id severity rules rule match pattern tests valid LOW <<".split(" ");
    const signs = [":", " ", "\n", "- ", "[", "]", "{", "}", "&a", "*a", "!", "|", '"', "---\n", "\t", "?"];
    const token = fc.constantFrom(...words, ...signs);
    fc.assert(
      fc.property(fc.array(token, { maxLength: 30 }), (tokens) => {
        const text = tokens.join("");
        for (const one of parsePolicies(text, file).diagnostics) {
          expect(one.line).toBeGreaterThanOrEqual(1);
          expect(one.line).toBeLessThanOrEqual(text.split("\n").length);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
