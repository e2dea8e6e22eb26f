import { evaluate } from "../evaluate/evaluate.ts";
import { describePolicySkip } from "../evaluate/describe-skip.ts";
import type { PatternRunner } from "../evaluate/pattern-runner.ts";
import { fixText } from "../fix/fix-text.ts";
import { readHookPayload } from "../hooks/read-hook.ts";
import type { Decision } from "../model/decision.ts";
import type { HookTest, Policy, PolicyTest, TextTest } from "../model/policy.ts";
import type { PolicyContext, Subject } from "../model/subject.ts";

/**
 * `noisy`: it found something where there is nothing. `missing`: it did not find what is there. `misfixed`: its fix gives something else than
 * the test says. `unreadable`: there is nothing in the payload that could be checked.
 */
export type PolicyTestOutcome = "passed" | "noisy" | "missing" | "misfixed" | "unreadable";

export interface PolicyTestResult {
  readonly list: "valid" | "invalid";
  /** From 0, in its list. */
  readonly index: number;
  readonly outcome: PolicyTestOutcome;
  /** What was found, or why nothing was. */
  readonly detail?: string;
}

/** How a policy fares with its own tests. */
export interface PolicyTestReport {
  readonly policy: string;
  readonly passed: boolean;
  readonly results: readonly PolicyTestResult[];
}

export interface PolicyTestOptions {
  /** Default: the engine at hand, for as long as it takes. */
  readonly runner?: PatternRunner;
}

/**
 * Runs a policy's own tests. A plain text is only held against its pattern; a text with a file, a subject or a context, and a hook's payload,
 * also have to get through its file patterns and its context filter. Phases, mode and `enabled` play no part.
 */
export function runPolicyTests(policy: Policy, options: PolicyTestOptions = {}): PolicyTestReport {
  const results = (["valid", "invalid"] as const).flatMap((list) =>
    policy.tests[list].map((test, index) => ({ list, index, ...runTest(policy, test, list === "invalid", options) })),
  );
  return { policy: policy.id, passed: results.every(({ outcome }) => outcome === "passed"), results };
}

type Verdict = Pick<PolicyTestResult, "outcome" | "detail">;

function runTest(policy: Policy, test: PolicyTest, isBroken: boolean, { runner }: PolicyTestOptions): Verdict {
  const trial = { ...policy, enabled: true, mode: "enforce" as const };
  // No fingerprint is compared with any other here.
  const settings = { hash: (text: string) => text, inlineSuppressions: false, ...(runner !== undefined && { runner }) };
  if (test.kind === "hook") {
    const read = readTestHook(test);
    if (read === undefined) return { outcome: "unreadable", detail: "nothing in the payload can be checked" };
    const decisions = read.subjects.map((subject) => evaluate([trial], subject, { ...settings, context: read.context }));
    return judge(decisions, isBroken);
  }
  const tried = hasGates(test) ? trial : withoutGates(trial);
  const subject = {
    text: test.text,
    ...(test.subject && { kind: test.subject }),
    ...(test.file !== undefined && { file: test.file }),
  };
  const options = { ...settings, ...(test.context !== undefined && { context: test.context }) };
  const verdict = judge([evaluate([tried], subject, options)], isBroken);
  if (test.fixed === undefined || verdict.outcome !== "passed") return verdict;
  const { text } = fixText([tried], subject, { ...options, isWanted: () => true });
  return text === test.fixed ? verdict : { outcome: "misfixed", detail: `the fix gives ${JSON.stringify(text)}` };
}

function readTestHook({ payload, context }: HookTest): { subjects: readonly Subject[]; context: PolicyContext } | undefined {
  const read = readHookPayload(payload);
  if (read === undefined || read.subjects.length === 0) return undefined;
  return { subjects: read.subjects, context: { ...read.context, ...context } };
}

function hasGates({ file, subject, context }: TextTest): boolean {
  return file !== undefined || subject !== undefined || context !== undefined;
}

/** Where there is no pattern, the gates are all there is. */
function withoutGates(policy: Policy): Policy {
  if (policy.match.pattern === undefined && policy.match.keywords.length === 0) return policy;
  return { ...policy, match: { ...policy.match, filePatterns: [], contextFilter: {} } };
}

function judge(decisions: readonly Decision[], isBroken: boolean): Verdict {
  const found = decisions.flatMap(({ violations }) => violations);
  const doubt = decisions.flatMap(({ diagnostics }) => diagnostics).find(({ code }) => code === "check/indeterminate");
  if (doubt !== undefined) return { outcome: isBroken ? "missing" : "noisy", detail: doubt.message };
  if (isBroken && found.length === 0) {
    const [skip] = decisions.flatMap(({ skipped }) => skipped);
    return { outcome: "missing", ...(skip !== undefined && { detail: `it ${describePolicySkip(skip.reason)}` }) };
  }
  const [first] = found;
  if (isBroken || first === undefined) return { outcome: "passed" };
  return { outcome: "noisy", detail: `found ${JSON.stringify(first.match)} at ${first.line}:${first.column}` };
}
