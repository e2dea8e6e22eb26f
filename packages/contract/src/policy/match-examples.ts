import type { CommandConditionDocument } from "./command-condition-schema.ts";
import type { InputConditionDocument } from "./input-condition-schema.ts";
import type { SyntaxConditionDocument } from "./syntax-condition-schema.ts";
import type { MatchDocument } from "./match-schema.ts";

/** Examples of one key. Each is the content of `match: { … }`. */
export interface MatchKeyExamples {
  /** The first one is shown with errors about the key. */
  readonly accepted: readonly [string, ...string[]];
  /** Values that a reader could expect to work. The reference shows what is reported about them. */
  readonly refused: readonly string[];
}

type InputOperator = keyof Extract<InputConditionDocument, { readonly gt?: number }>;

/** The path of a key below `match`, such as `command.flags`. */
export type MatchKey =
  | keyof MatchDocument
  | `command.${keyof CommandConditionDocument}`
  | `syntax.${keyof SyntaxConditionDocument}`
  | `input.PATH.${InputOperator}`;

/** Examples of each key of `match`: for the reference page, for the hints of errors, and for tests. */
export const matchExamples: Readonly<Record<MatchKey, MatchKeyExamples>> = {
  pattern: {
    accepted: [String.raw`pattern: '\beval\('`, String.raw`pattern: ['\beval\(', '\bnew Function\(']`],
    refused: [String.raw`pattern: "\beval("`, "pattern: '*.env'", "pattern: 404", "pattern: '.*'"],
  },
  flags: { accepted: ["pattern: todo, flags: i"], refused: ["pattern: todo, flags: g"] },
  unless: {
    accepted: [String.raw`pattern: '\beval\(', unless: '^\s*//.*'`],
    refused: ["keywords: [eval], unless: ''", "file_patterns: '*.ts', unless: test"],
  },
  valid_as: {
    accepted: [String.raw`pattern: '\b(\d{16})\b', valid_as: luhn`],
    refused: [String.raw`pattern: '\b(\d{16})\b', valid_as: credit_card`],
  },
  min_entropy: {
    accepted: [String.raw`pattern: 'key = "(\w+)"', min_entropy: 3.5`],
    refused: [String.raw`pattern: 'key = "(\w+)"', min_entropy: high`],
  },
  keywords: {
    accepted: ["keywords: [FIXME, XXX]", String.raw`pattern: '\byaml\.load\(', keywords: [yaml]`],
    refused: ["keywords: [404]", "keywords: { any: [FIXME] }"],
  },
  file_patterns: {
    accepted: [String.raw`pattern: '\bvar ', file_patterns: ["src/**/*.js", "!**/*.test.js"]`],
    refused: [String.raw`pattern: '\bvar ', file_patterns: { include: "*.js" }`],
  },
  ignore_case: {
    accepted: ['file_patterns: "**/.env", ignore_case: true'],
    refused: ['file_patterns: "**/.env", ignore_case: "yes"', "pattern: todo, ignore_case: true"],
  },
  context_filter: {
    accepted: [
      "keywords: [TODO], context_filter: { subject: [file, command], ci: none }",
      "keywords: [TODO], context_filter: { agent_type: { not: Reviewer }, my_key: true }",
    ],
    refused: [
      "keywords: [TODO], context_filter: { ci: { not: true } }",
      "keywords: [TODO], context_filter: { ci: github }",
      "keywords: [TODO], context_filter: { subject: shell }",
      "keywords: [TODO], context_filter: { branch: { matches: main } }",
      "keywords: [TODO], context_filter: { branch: 1.0 }",
    ],
  },
  tool: { accepted: ['tool: ["mcp__*", "!mcp__docs__*"]'], refused: ["tool: { name: Bash }"] },
  input: {
    accepted: ['tool: refund, input: { amount: { gt: 1000 }, "items[].currency": [EUR, USD] }'],
    refused: ["tool: refund, input: { amount: { above: 1000 } }", "tool: refund, input: [amount]"],
  },
  "input.PATH.equals": { accepted: ["input: { options: { equals: { force: true } } }"], refused: [] },
  "input.PATH.in": { accepted: ["input: { currency: { in: [EUR, USD] } }"], refused: ["input: { currency: { in: EUR } }"] },
  "input.PATH.not": { accepted: ["input: { currency: { not: [EUR, USD] } }"], refused: [] },
  "input.PATH.gt": { accepted: ["input: { amount: { gt: 1000 } }"], refused: ['input: { amount: { gt: "1000" } }'] },
  "input.PATH.gte": { accepted: ["input: { amount: { gte: 1000 } }"], refused: [] },
  "input.PATH.lt": { accepted: ["input: { amount: { lt: 0 } }"], refused: [] },
  "input.PATH.lte": { accepted: ["input: { amount: { lte: 0 } }"], refused: [] },
  "input.PATH.matches": {
    accepted: [String.raw`input: { url: { matches: '^https://[^/]+\.example\.com/' } }`],
    refused: ["input: { url: { matches: '(' } }"],
  },
  "input.PATH.exists": {
    accepted: ["input: { approved_by: { exists: false } }"],
    refused: ["input: { approved_by: { exists: no one } }"],
  },
  command: {
    accepted: [
      "command: { program: terraform, subcommand: destroy }",
      "command: [{ program: dropdb }, { program: psql, arguments: '(?i)drop table' }]",
    ],
    refused: ["command: rm -rf /", "command: {}"],
  },
  "command.program": { accepted: ["command: { program: [rm, shred, 'mkfs*'] }"], refused: ["command: { program: 7 }"] },
  "command.subcommand": { accepted: ["command: { program: aws, subcommand: s3 rb }"], refused: [] },
  "command.flags": {
    accepted: ["command: { program: rm, flags: [[-r, -R, --recursive], [-f, --force]] }"],
    refused: ["command: { program: rm, flags: { recursive: true } }"],
  },
  "command.without_flags": {
    accepted: ["command: { program: npm, subcommand: publish, without_flags: --dry-run }"],
    refused: [],
  },
  "command.operands": {
    accepted: [String.raw`command: { program: cat, operands: '(^|/)\.env$' }`],
    refused: ["command: { program: cat, operands: '(' }"],
  },
  "command.arguments": { accepted: ["command: { program: kubectl, arguments: '--context[ =]prod' }"], refused: [] },
  "command.output": { accepted: ["command: { output: '^/etc/' }"], refused: [] },
  "command.traits": {
    accepted: ["command: { program: [npx, pnpm], traits: unknown_package }"],
    refused: ["command: { program: dropdb, traits: local }"],
  },
  "command.without_traits": {
    accepted: ["command: { program: dropdb, without_traits: [local_host, test_database] }"],
    refused: ["command: { program: dropdb, without_traits: { local_host: true } }"],
  },
  "command.runs": { accepted: ["command: { program: sh, runs: unread }"], refused: ["command: { runs: everything }"] },
  "command.pipes_into": { accepted: ["command: { program: [curl, wget], pipes_into: [sh, bash] }"], refused: [] },
  "command.pipes_from": { accepted: ["command: { program: [nc, ncat], pipes_from: env }"], refused: [] },
  syntax: {
    accepted: [
      "syntax: { language: [javascript, typescript], pattern: eval($CODE) }",
      String.raw`syntax: { language: python, pattern: $F($$$A), where: { F: '^os\.(system|popen)$' }, not: { inside: { kind: class_definition } } }`,
    ],
    refused: ["syntax: eval($CODE)", "syntax: { pattern: eval($CODE) }", "syntax: { language: python }"],
  },
  "syntax.language": {
    accepted: ["syntax: { language: go, pattern: exec.Command($$$ARGS) }"],
    refused: ["syntax: { language: rust, pattern: unsafe }"],
  },
  "syntax.pattern": {
    accepted: ["syntax: { language: java, pattern: [Runtime.getRuntime().exec($$$A), new ProcessBuilder($$$A)] }"],
    refused: ["syntax: { language: java, pattern: [] }"],
  },
  "syntax.kind": { accepted: ["syntax: { language: typescript, kind: non_null_expression }"], refused: [] },
  "syntax.where": {
    accepted: [String.raw`syntax: { language: javascript, pattern: $F($$$A), where: { F: '^child_process\.exec(Sync)?$' } }`],
    refused: [
      "syntax: { language: javascript, pattern: f($A), where: { A: '(' } }",
      "syntax: { language: javascript, pattern: f($A), where: { B: '^x$' } }",
    ],
  },
  "syntax.inside": {
    accepted: ["syntax: { language: python, pattern: print($$$A), inside: { kind: function_definition } }"],
    refused: ["syntax: { language: python, pattern: print($$$A), inside: { depth: 2 } }"],
  },
  "syntax.has": {
    accepted: ["syntax: { language: javascript, pattern: query($$$A), has: { kind: template_substitution } }"],
    refused: [],
  },
  "syntax.not": {
    accepted: [
      "syntax: { language: python, pattern: requests.get($$$A), not: { has: { kind: keyword_argument, has: timeout } } }",
    ],
    refused: [],
  },
  all: {
    accepted: ["all: [{ keywords: [password] }, { pattern: 'http://' }]"],
    refused: ["all: { keywords: [password] }", "all: [password]"],
  },
  any: { accepted: ["any: [{ command: { program: dropdb } }, { pattern: 'DROP TABLE' }]"], refused: ["any: []"] },
  score: {
    accepted: [
      "any: [{ pattern: ignore, weight: 2 }, { pattern: secret }, { pattern: send }], score: { at_least: 3, within: 400 }",
    ],
    refused: ["any: [{ pattern: ignore }, { pattern: secret }], score: 2"],
  },
  weight: {
    accepted: ["any: [{ pattern: ignore, weight: 2 }, { pattern: secret }], score: { at_least: 3, within: 400 }"],
    refused: ["any: [{ pattern: ignore, weight: much }, { pattern: secret }], score: { at_least: 2, within: 400 }"],
  },
  absent: {
    accepted: ["pattern: 'fetch\\(', absent: { keywords: [signal] }"],
    refused: ["pattern: 'fetch\\(', absent: signal"],
  },
};

/** Returns the examples of a key below `match`, or of the nearest key above it that has examples. */
export function matchExamplesOf(path: string): MatchKeyExamples | undefined {
  const known: Readonly<Record<string, MatchKeyExamples>> = matchExamples;
  if (Object.hasOwn(known, path)) return known[path];
  const end = path.lastIndexOf(".");
  return end < 0 ? undefined : matchExamplesOf(path.slice(0, end));
}
