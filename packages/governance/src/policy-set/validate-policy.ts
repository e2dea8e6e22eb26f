import { defaultTables, phases, type GovernanceTables } from "@precept/contract/values";
import type { Diagnostic, SourceLocation } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import { blockOf, namedPatternsOf } from "../prepare/prepare-policies.ts";
import { blocksIn } from "../prepare/prepared-block.ts";
import type { EvaluateOptions } from "../evaluate/options.ts";
import type { PatternRunner } from "../evaluate/pattern-runner.ts";
import type { PatternSource, Policy } from "../model/policy.ts";
import { compileLinear, isLinear } from "../linear/linear-engine.ts";
import { effectivePriorityOf, phasesOf } from "../model/tables.ts";
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
  const notLinear = findNotLinear(policy, tables);
  if (notLinear !== undefined) return [report("policy/pattern-not-linear", location, notLinear)];
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
  const notRun = results.filter(({ outcome }) => outcome === "unavailable");
  const [first] = notRun;
  if (first !== undefined) {
    const message = `${notRun.length} of ${results.length} tests of ${policy.id} were not run: it ${first.detail}.`;
    diagnostics.push(report("policy/tests-not-run", location, message));
  }
  return [...diagnostics, ...results.flatMap((result) => reportFailure(policy, result, location))];
}

/** Describes the first pattern of a policy of priority P0 that might not finish on some text. */
function findNotLinear(policy: Policy, tables: GovernanceTables): string | undefined {
  const isCritical = [undefined, ...phases].some((phase) => effectivePriorityOf(policy, tables, phase).priority === "P0");
  if (!isCritical) return undefined;
  for (const { name, pattern } of partsOf(policy).flatMap(namedPatternsOf)) {
    const linear = compileLinear(pattern);
    if (!isLinear(linear)) return `${name} of ${policy.id} has ${linear.part}, so it has no linear fallback.`;
  }
  return undefined;
}

/** Whether a policy needs tests and has none. A policy that only checks the paths of files needs none. */
export function lacksTests(policy: Policy): boolean {
  const { valid, invalid } = policy.tests;
  const checksMoreThanFiles = [...blocksIn(blockOf(policy))].some(
    ({ pattern, commands, input, syntax }) => pattern !== undefined || syntax !== undefined || commands.length + input.length > 0,
  );
  return checksMoreThanFiles && valid.length + invalid.length === 0;
}

/** Returns the threshold of a metric in the metadata of a policy, which nothing measures. Undefined without one. */
export function findUnmeasuredThreshold({ metadata }: Policy): number | undefined {
  const threshold = metadata["metric_threshold"];
  return typeof threshold === "number" ? threshold : undefined;
}

const failures = {
  noisy: ["policy/test-noisy", "reports a violation in a valid test"],
  missing: ["policy/test-missing", "reports no violation in an invalid test"],
  misfixed: ["policy/test-misfixed", "has a fix with another result than its test expects"],
  unreadable: ["policy/test-unreadable", "has a test that cannot be run"],
} as const satisfies Record<Exclude<PolicyTestOutcome, "passed" | "unavailable">, readonly [string, string]>;

function reportFailure(
  { id }: Policy,
  { list, index, outcome, detail }: PolicyTestResult,
  location: SourceLocation,
): readonly Diagnostic[] {
  if (outcome === "passed" || outcome === "unavailable") return [];
  const [code, failure] = failures[outcome];
  return [report(code, location, `${id} ${failure}: tests.${list}[${index}]${detail === undefined ? "" : `: ${detail}`}.`)];
}
