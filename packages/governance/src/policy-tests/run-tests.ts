import { withoutUndefined } from "@precept/core";
import { describePolicySkip } from "../evaluate/describe-skip.ts";
import { evaluate } from "../evaluate/evaluate.ts";
import type { EvaluateOptions } from "../evaluate/options.ts";
import { fixViolations } from "../fix/fix-violations.ts";
import type { Decision } from "../model/decision.ts";
import type { Policy, PolicyMatch, PolicyTest, TextTest } from "../model/policy.ts";
import { crc32 } from "../values/crc32.ts";
import { runSession } from "./run-session.ts";

/**
 * The outcome of a test of a policy. `noisy`: a violation in a valid text. `missing`: no violation in an invalid text.
 * `misfixed`: the fixed text differs from the text that the test expects. `unreadable`: the hook payload contains no
 * text to check. `unavailable`: the test was not run, because a package that parses code is not installed.
 */
export type PolicyTestOutcome = "passed" | "noisy" | "missing" | "misfixed" | "unreadable" | "unavailable";

export interface PolicyTestResult {
  readonly list: "valid" | "invalid";
  /** The index of the test in its list, from 0. */
  readonly index: number;
  readonly outcome: PolicyTestOutcome;
  /** The violation that was found, or why there is none. */
  readonly detail?: string;
}

/** The results of all tests of one policy. */
export interface PolicyTestReport {
  readonly policy: string;
  readonly passed: boolean;
  readonly results: readonly PolicyTestResult[];
}

export type PolicyTestOptions = Pick<EvaluateOptions, "runner">;

/**
 * Runs the tests in a policy. A plain text is checked against the pattern only. A text with a file, a subject or a
 * context, and a hook payload, must also meet the file patterns, the context filter and the sequence. In a session, the
 * last step violates the policy, or none. Phases, `mode` and `enabled` are ignored.
 */
export function runPolicyTests(policy: Policy, options: PolicyTestOptions = {}): PolicyTestReport {
  const results = (["valid", "invalid"] as const).flatMap((list) =>
    policy.tests[list].map((test, index) => ({ list, index, ...runTest(policy, test, list === "invalid", options) })),
  );
  return {
    policy: policy.id,
    passed: results.every(({ outcome }) => outcome === "passed" || outcome === "unavailable"),
    results,
  };
}

type TestVerdict = Pick<PolicyTestResult, "outcome" | "detail">;

function runTest(policy: Policy, test: PolicyTest, expectsViolation: boolean, { runner }: PolicyTestOptions): TestVerdict {
  const enforced = { ...policy, enabled: true, mode: "enforce" as const };
  const settings = { hash: digest, inlineSuppressions: false, ...(runner !== undefined && { runner }) };
  if (test.kind !== "text") {
    const decisions = runSession(enforced, test.kind === "sequence" ? test.steps : [test], settings);
    const read = decisions.filter((one) => one !== undefined);
    if (read.length < decisions.length || read.length === 0) {
      return { outcome: "unreadable", detail: "the payload contains no text to check" };
    }
    return verdictOf((expectsViolation ? read.slice(-1) : read).flat(), expectsViolation);
  }
  const tested = testsPreconditions(test) ? enforced : { ...enforced, match: withoutOuterConditions(policy.match) };
  const subject = withoutUndefined({ text: test.text, kind: test.subject, file: test.file });
  const options = {
    ...settings,
    ...(test.context !== undefined && { context: test.context }),
    // A plain text is checked against the pattern only.
    ...(!testsPreconditions(test) && { sequences: "hold" as const }),
  };
  const verdict = verdictOf([evaluate([tested], subject, options)], expectsViolation);
  if (test.fixed === undefined || verdict.outcome !== "passed") return verdict;
  const { text } = fixViolations([tested], subject, { ...options, isWanted: () => true });
  return text === test.fixed ? verdict : { outcome: "misfixed", detail: `the fixed text is ${JSON.stringify(text)}` };
}

/** Begins with a checksum of the whole text, because sequences only compare the first characters of a digest. */
function digest(text: string): string {
  return `${crc32(text).toString(16).padStart(8, "0")} ${text}`;
}

function testsPreconditions({ file, subject, context }: TextTest): boolean {
  return file !== undefined || subject !== undefined || context !== undefined;
}

/** Removes the conditions that a plain text cannot meet from all blocks that check the text. */
function withoutOuterConditions(match: PolicyMatch): PolicyMatch {
  const { all, any, absent } = match;
  return {
    ...match,
    ...(checksText(match) && { filePatterns: [], contextFilter: {}, tools: [], input: [] }),
    all: all.map(withoutOuterConditions),
    any: any.map(withoutOuterConditions),
    absent: absent.map(withoutOuterConditions),
  };
}

function checksText({ pattern, keywords, commands, syntax, all, any }: PolicyMatch): boolean {
  const searches = pattern !== undefined || keywords.length > 0 || commands.length > 0 || syntax !== undefined;
  return searches || [...all, ...any].some(checksText);
}

function verdictOf(decisions: readonly Decision[], expectsViolation: boolean): TestVerdict {
  const violations = decisions.flatMap((decision) => decision.violations);
  const indeterminate = decisions.flatMap(({ diagnostics }) => diagnostics).find(({ code }) => code === "check/indeterminate");
  if (indeterminate !== undefined) return { outcome: expectsViolation ? "missing" : "noisy", detail: indeterminate.message };
  const skips = decisions.flatMap(({ skipped }) => skipped);
  const unavailable = skips.find(({ reason }) => reason.kind === "unavailable");
  if (unavailable !== undefined) return { outcome: "unavailable", detail: describePolicySkip(unavailable.reason) };
  if (expectsViolation && violations.length === 0) {
    const [skip] = skips;
    return { outcome: "missing", ...(skip !== undefined && { detail: `it ${describePolicySkip(skip.reason)}` }) };
  }
  const [first] = violations;
  if (expectsViolation || first === undefined) return { outcome: "passed" };
  return { outcome: "noisy", detail: `found ${JSON.stringify(first.match)} at ${first.line}:${first.column}` };
}
