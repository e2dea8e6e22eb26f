import type { Diagnostic, SourceLocation } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import { patternsOf } from "../evaluate/policy-pattern.ts";
import type { PatternRunner } from "../evaluate/pattern-runner.ts";
import type { PatternSource } from "../model/pattern.ts";
import type { Policy } from "../model/policy.ts";
import { defaultTables, phasesOf, type GovernanceTables } from "../model/tables.ts";
import { runPolicyTests, type PolicyTestResult } from "../policy-tests/run-tests.ts";
import { checkPattern } from "../prefilter/check-pattern.ts";

/** What policies are examined with before they are enforced. */
export interface PolicySetOptions {
  /** Runs the patterns of tests. Policies are written by strangers: outside of tests it should be one that knows an end. */
  readonly runner?: PatternRunner;
  readonly tables?: GovernanceTables;
  /**
   * Says what is wrong with a pattern that may take for ever, where more is known than its text tells: somebody has tried it out. It is asked
   * before the pattern is run.
   */
  readonly findDanger?: (pattern: PatternSource) => string | undefined;
}

/** What speaks against a policy, and what its author should know. Its tests are run only where its pattern is harmless. */
export function examinePolicy(
  policy: Policy,
  place: SourceLocation,
  { runner, tables = defaultTables, findDanger }: PolicySetOptions,
): readonly Diagnostic[] {
  const patterns = patternsOf(policy);
  // Nothing of it is run then.
  for (const [at, pattern] of patterns.entries()) {
    const danger = dangerOf(pattern, findDanger);
    if (danger === undefined) continue;
    const name = at === 0 ? "The pattern" : `The exception unless[${at - 1}]`;
    return [report("policy/pattern-dangerous", place, `${name} of ${policy.id} is refused: ${danger.problem}.`, danger.hint)];
  }
  const diagnostics: Diagnostic[] = [];
  if (phasesOf(policy, tables).length === 0)
    diagnostics.push(report("policy/never-checked", place, `${policy.id} is checked in no phase.`));
  const { valid, invalid } = policy.tests;
  if (patterns.length > 0 && valid.length + invalid.length === 0) {
    diagnostics.push(report("policy/no-tests", place, `${policy.id} has no tests.`));
  }
  const { results } = runPolicyTests(policy, runner === undefined ? {} : { runner });
  return [...diagnostics, ...results.flatMap((result) => tellFailure(policy, result, place))];
}

function dangerOf(
  pattern: PatternSource,
  findDanger: PolicySetOptions["findDanger"],
): { readonly problem: string; readonly hint?: string } | undefined {
  const check = checkPattern(pattern.source, pattern.flags);
  if (check.status === "refused") return { problem: check.message.replace(/\.$/, ""), hint: check.hint };
  const problem = findDanger?.(pattern);
  return problem === undefined ? undefined : { problem };
}

const failures = {
  noisy: ["policy/test-noisy", "finds something that its own test lets pass"],
  missing: ["policy/test-missing", "does not find what its own test says it has to"],
  misfixed: ["policy/test-misfixed", "does not fix what its own test says it has to"],
  unreadable: ["policy/test-unreadable", "has a test that cannot be run"],
} as const;

function tellFailure(
  { id }: Policy,
  { list, index, outcome, detail }: PolicyTestResult,
  place: SourceLocation,
): readonly Diagnostic[] {
  if (outcome === "passed") return [];
  const [code, problem] = failures[outcome];
  return [report(code, place, `${id} ${problem}: tests.${list}[${index}]${detail === undefined ? "" : `: ${detail}`}.`)];
}
