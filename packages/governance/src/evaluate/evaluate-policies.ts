import type { SkippedPolicyReason } from "../model/decision.ts";
import type { PatternSource } from "../model/pattern.ts";
import type { Policy } from "../model/policy.ts";
import { subjectKindOf, type Subject } from "../model/subject.ts";
import { defaultTables } from "../model/tables.ts";
import { defaultMaxViolations, type EvaluateOptions } from "./options.ts";
import { withoutOverlapping } from "./overlapping-matches.ts";
import { unboundedRunner, type PatternOutcome } from "./pattern-runner.ts";
import { failedPrecondition } from "./precondition.ts";
import { preparePolicies } from "./prepare-policies.ts";

/** The outcome of one policy for one text. `violated`: the policy has no pattern, and its preconditions hold. */
export type PolicyOutcome =
  | PatternOutcome
  | { readonly kind: "violated" }
  | { readonly kind: "skipped"; readonly reason: SkippedPolicyReason };

type PatternMatches = Extract<PatternOutcome, { readonly kind: "matches" }>;

/** The limit of matches, for a pattern and for each of its exceptions, that are compared to find excepted matches. */
const maxComparedMatches = 10_000;

/** Evaluates each policy in order of cost: preconditions, prefilter, pattern, exceptions. */
export function evaluatePolicies(
  policies: readonly Policy[],
  subject: Subject,
  options: EvaluateOptions,
): ReadonlyMap<Policy, PolicyOutcome> {
  const { phase, context = {}, tables = defaultTables, highQuality = false, runner = unboundedRunner, candidates } = options;
  const { patterns, exceptions, policiesForFile } = preparePolicies(policies);
  const { text, file } = subject;
  const inputs = {
    phase,
    file,
    tables,
    highQuality,
    // The context cannot replace what the text is, so that a caller cannot evade the policies of its kind.
    context: { ...context, subject: subjectKindOf(subject) },
    policiesForFile: file === undefined ? new Set<Policy>() : policiesForFile(file),
  };
  const outcomes = new Map<Policy, PolicyOutcome>();
  const withPattern: Policy[] = [];
  for (const policy of policies) {
    const reason = failedPrecondition(policy, inputs);
    outcomes.set(policy, reason === undefined ? { kind: "violated" } : { kind: "skipped", reason });
    if (reason === undefined && patterns.has(policy)) withPattern.push(policy);
  }
  const patternsOf = (some: readonly Policy[]) => some.flatMap((policy) => patterns.get(policy) ?? []);
  const possible = candidates === undefined ? undefined : new Set(candidates(patternsOf(withPattern), text));
  const hasKeyword = keywordFinder(text);
  const toRun = withPattern.filter((policy) => {
    const reason = failedPrefilter(policy, possible, hasKeyword);
    if (reason !== undefined) outcomes.set(policy, { kind: "skipped", reason });
    return reason === undefined;
  });
  const limit = options.maxViolations ?? defaultMaxViolations;
  const patternOutcomes = runner.run(patternsOf(toRun), text, limit);
  for (const [at, policy] of toRun.entries()) {
    outcomes.set(policy, patternOutcomes[at] ?? { kind: "indeterminate", reason: "its pattern was not run" });
  }
  const find = (some: readonly PatternSource[]) => runner.run(some, text, maxComparedMatches);
  for (const [policy, own] of exceptions) {
    const outcome = outcomes.get(policy);
    if (outcome?.kind !== "matches" || outcome.matches.length === 0) continue;
    outcomes.set(policy, withoutExcepted(outcome, { pattern: patterns.get(policy), exceptions: own }, find, limit));
  }
  return outcomes;
}

/** Removes the matches that overlap an exception. If the exceptions cannot be run, all matches remain. */
function withoutExcepted(
  outcome: PatternMatches,
  { pattern, exceptions }: { readonly pattern: PatternSource | undefined; readonly exceptions: readonly PatternSource[] },
  find: (patterns: readonly PatternSource[]) => readonly PatternOutcome[],
  limit: number,
): PolicyOutcome {
  const excepted = find(exceptions).flatMap((exception) => (exception.kind === "matches" ? exception.matches : []));
  // If the limit was reached, later matches may not be excepted, so the pattern is run again with a higher limit.
  const all = (outcome.isCut && pattern !== undefined ? find([pattern])[0] : outcome) ?? outcome;
  if (all.kind !== "matches") return all;
  const matches = withoutOverlapping(all.matches, excepted);
  if (matches.length > 0) {
    return { kind: "matches", matches: matches.slice(0, limit), isCut: all.isCut || matches.length > limit };
  }
  const count = all.matches.length;
  if (all.isCut) return { kind: "indeterminate", reason: `its first ${count} matches are excepted, and there are more` };
  return { kind: "skipped", reason: { kind: "excepted", count } };
}

/** Returns why a pattern cannot match: the text lacks a literal or a keyword that it requires. */
function failedPrefilter(
  { id, match }: Policy,
  possible: ReadonlySet<string> | undefined,
  hasKeyword: (keyword: string) => boolean,
): SkippedPolicyReason | undefined {
  if (possible !== undefined && !possible.has(id)) return { kind: "prefilter" };
  if (match.pattern === undefined || match.keywords.length === 0 || match.keywords.some(hasKeyword)) return undefined;
  return { kind: "prefilter", keywords: match.keywords };
}

function keywordFinder(text: string): (keyword: string) => boolean {
  let lower: string | undefined;
  return (keyword) => (lower ??= text.toLowerCase()).includes(keyword.toLowerCase());
}
