import { defaultTables } from "@precept/contract/values";
import type { Diagnostic, SourceLocation } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import { blockOf, namedPatternsOf } from "../prepare/prepare-policies.ts";
import { blocksIn } from "../prepare/prepared-block.ts";
import type { EvaluateOptions } from "../evaluate/options.ts";
import type { PatternRunner } from "../evaluate/pattern-runner.ts";
import type { PatternSource, Policy } from "../model/policy.ts";
import { phasesOf } from "../model/tables.ts";
import { runPolicyTests, type PolicyTestOutcome, type PolicyTestResult } from "../policy-tests/run-tests.ts";
import { checkPattern } from "../prefilter/check-pattern.ts";
import { partsOf } from "../sequences/trackers-of.ts";

/** How policies are validated before they are added to a set. */
export interface PolicySetOptions extends Pick<EvaluateOptions, "tables"> {
  /** Runs the patterns of the tests. Use one with a time limit for untrusted policies. Default: `unboundedRunner`. */
  readonly runner?: PatternRunner;
  /**
   * Describes the ReDoS risk of a pattern, if it has one, for example after running it on attack strings. Called before
   * the pattern is run in tests. Default: only risks that `checkPattern` finds.
   */
  readonly findRegexRisk?: (pattern: PatternSource) => string | undefined;
}

/** Validates a policy. Its tests are run only if all its patterns are safe. */
export function validatePolicy(
  policy: Policy,
  location: SourceLocation,
  { runner, tables = defaultTables, findRegexRisk }: PolicySetOptions,
): readonly Diagnostic[] {
  for (const { name, pattern } of partsOf(policy).flatMap(namedPatternsOf)) {
    const check = checkPattern(pattern.source, pattern.flags);
    const [risk, hint] = check.status === "refused" ? [check.message.replace(/\.$/, ""), check.hint] : [findRegexRisk?.(pattern)];
    if (risk === undefined) continue;
    return [report("policy/pattern-dangerous", location, `${name} of ${policy.id} is refused: ${risk}.`, hint)];
  }
  const diagnostics: Diagnostic[] = [];
  const checked = phasesOf(policy, tables);
  const excluded = policy.phases.filter((phase) => !checked.includes(phase));
  if (checked.length === 0) {
    diagnostics.push(report("policy/never-checked", location, `${policy.id} is not checked in any phase.`));
  } else if (excluded.length > 0) {
    const message = `${policy.id} names ${excluded.join(", ")}, but the phase matrix excludes its priority there.`;
    diagnostics.push(report("policy/phase-excluded", location, message));
  }
  if (lacksTests(policy)) diagnostics.push(report("policy/no-tests", location, `${policy.id} has no tests.`));
  const { results } = runPolicyTests(policy, runner === undefined ? {} : { runner });
  return [...diagnostics, ...results.flatMap((result) => reportFailure(policy, result, location))];
}

/** Whether a policy needs tests and has none. A policy that only checks the paths of files needs none. */
export function lacksTests(policy: Policy): boolean {
  const { valid, invalid } = policy.tests;
  const checksMoreThanFiles = [...blocksIn(blockOf(policy))].some(
    ({ pattern, commands, input }) => pattern !== undefined || commands.length + input.length > 0,
  );
  return checksMoreThanFiles && valid.length + invalid.length === 0;
}

const failures = {
  noisy: ["policy/test-noisy", "reports a violation in a valid test"],
  missing: ["policy/test-missing", "reports no violation in an invalid test"],
  misfixed: ["policy/test-misfixed", "has a fix with another result than its test expects"],
  unreadable: ["policy/test-unreadable", "has a test that cannot be run"],
} as const satisfies Record<Exclude<PolicyTestOutcome, "passed">, readonly [string, string]>;

function reportFailure(
  { id }: Policy,
  { list, index, outcome, detail }: PolicyTestResult,
  location: SourceLocation,
): readonly Diagnostic[] {
  if (outcome === "passed") return [];
  const [code, failure] = failures[outcome];
  return [report(code, location, `${id} ${failure}: tests.${list}[${index}]${detail === undefined ? "" : `: ${detail}`}.`)];
}
