import type { SkippedPolicyReason } from "../model/decision.ts";
import type { PatternSource } from "../model/pattern.ts";
import type { Policy } from "../model/policy.ts";
import { subjectKindOf, type Subject } from "../model/subject.ts";
import { defaultTables } from "../model/tables.ts";
import { closedGate } from "./gate.ts";
import { defaultMaxViolations, type EvaluateOptions } from "./options.ts";
import { unboundedRunner, type PatternOutcome } from "./pattern-runner.ts";
import { preparePolicies } from "./prepare.ts";
import { withoutTouched } from "./touched.ts";

/** What came of looking at a text for one policy. `whole`: it is broken, since there is nothing but its gates. */
export type Look =
  | PatternOutcome
  | { readonly kind: "whole" }
  | { readonly kind: "skipped"; readonly reason: SkippedPolicyReason };

type PatternMatches = Extract<PatternOutcome, { readonly kind: "matches" }>;

/** How many matches of a pattern and of each of its exceptions are held against each other. */
const mostLookedAt = 10_000;

/** Looks at the text for each policy, as cheaply as it can be told: its gates first, then what its pattern needs, then the pattern. */
export function lookFor(policies: readonly Policy[], subject: Subject, options: EvaluateOptions): ReadonlyMap<Policy, Look> {
  const { phase, context = {}, tables = defaultTables, highQuality = false, runner = unboundedRunner, candidates } = options;
  const { patterns, exceptions, fittingFile } = preparePolicies(policies);
  const { text, file } = subject;
  const situation = {
    phase,
    file,
    tables,
    highQuality,
    context: { subject: subjectKindOf(subject), ...context },
    fitting: file === undefined ? new Set<Policy>() : fittingFile(file),
  };
  const looks = new Map<Policy, Look>();
  const open: Policy[] = [];
  for (const policy of policies) {
    const reason = closedGate(policy, situation);
    looks.set(policy, reason === undefined ? { kind: "whole" } : { kind: "skipped", reason });
    if (reason === undefined && patterns.has(policy)) open.push(policy);
  }
  const patternsOf = (some: readonly Policy[]) => some.flatMap((policy) => patterns.get(policy) ?? []);
  const possible = candidates === undefined ? undefined : new Set(candidates(patternsOf(open), text));
  const hasKeyword = keywordFinder(text);
  const running = open.filter((policy) => {
    const reason = ruleOut(policy, possible, hasKeyword);
    if (reason !== undefined) looks.set(policy, { kind: "skipped", reason });
    return reason === undefined;
  });
  const limit = options.maxViolations ?? defaultMaxViolations;
  const outcomes = runner.run(patternsOf(running), text, limit);
  for (const [at, policy] of running.entries()) {
    looks.set(policy, outcomes[at] ?? { kind: "indeterminate", reason: "it was not run" });
  }
  const find = (some: readonly PatternSource[]) => runner.run(some, text, mostLookedAt);
  for (const [policy, own] of exceptions) {
    const look = looks.get(policy);
    if (look?.kind !== "matches" || look.matches.length === 0) continue;
    looks.set(policy, withoutExcused(look, { pattern: patterns.get(policy), exceptions: own }, find, limit));
  }
  return looks;
}

/** Takes out the matches that are no violations after all. Where that can't be told they stay. */
function withoutExcused(
  look: PatternMatches,
  { pattern, exceptions }: { readonly pattern: PatternSource | undefined; readonly exceptions: readonly PatternSource[] },
  find: (patterns: readonly PatternSource[]) => readonly PatternOutcome[],
  limit: number,
): Look {
  const excused = find(exceptions).flatMap((outcome) => (outcome.kind === "matches" ? outcome.matches : []));
  // Behind the matches that were asked for there may be some that nothing excuses.
  const whole = (look.isCut && pattern !== undefined ? find([pattern])[0] : look) ?? look;
  if (whole.kind !== "matches") return whole;
  const matches = withoutTouched(whole.matches, excused);
  if (matches.length > 0) {
    return { kind: "matches", matches: matches.slice(0, limit), isCut: whole.isCut || matches.length > limit };
  }
  const count = whole.matches.length;
  if (whole.isCut) return { kind: "indeterminate", reason: `its first ${count} matches may stay, and there are more` };
  return { kind: "skipped", reason: { kind: "excused", count } };
}

/** Why a pattern need not be run: what it needs is not in the text. */
function ruleOut(
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
