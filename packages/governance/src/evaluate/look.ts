import type { SkippedPolicyReason } from "../model/decision.ts";
import type { PatternSource } from "../model/pattern.ts";
import type { Policy } from "../model/policy.ts";
import { subjectKindOf, type Subject } from "../model/subject.ts";
import { defaultTables } from "../model/tables.ts";
import { closedGate } from "./gate.ts";
import { defaultMaxViolations, type EvaluateOptions } from "./options.ts";
import { unboundedRunner, type PatternMatch, type PatternOutcome, type PatternRunner } from "./pattern-runner.ts";
import { preparePolicies } from "./prepare.ts";
import { withoutTouched } from "./touched.ts";

/** What came of looking at a text for one policy. `whole`: it is broken, since there is nothing but its gates. */
export type Look =
  | PatternOutcome
  | { readonly kind: "whole" }
  | { readonly kind: "skipped"; readonly reason: SkippedPolicyReason };

type PatternMatches = Extract<PatternOutcome, { readonly kind: "matches" }>;

/** How many matches of one exception are looked for. */
const maxExceptions = 10_000;

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
  const outcomes = runner.run(patternsOf(running), text, options.maxViolations ?? defaultMaxViolations);
  for (const [at, policy] of running.entries()) {
    looks.set(policy, outcomes[at] ?? { kind: "indeterminate", reason: "it was not run" });
  }
  excuse(looks, exceptions, runner, text);
  return looks;
}

/** Takes out the matches that are no violations after all. Where that can't be told they stay. */
function excuse(
  looks: Map<Policy, Look>,
  exceptions: ReadonlyMap<Policy, readonly PatternSource[]>,
  runner: PatternRunner,
  text: string,
): void {
  const open = [...exceptions].filter(([policy]) => {
    const look = looks.get(policy);
    return look?.kind === "matches" && look.matches.length > 0;
  });
  if (open.length === 0) return;
  const outcomes = runner.run(
    open.flatMap(([, own]) => own),
    text,
    maxExceptions,
  );
  let next = 0;
  for (const [policy, own] of open) {
    const found = outcomes.slice(next, (next += own.length)).flatMap((one) => (one.kind === "matches" ? one.matches : []));
    const look = looks.get(policy);
    if (look?.kind === "matches") looks.set(policy, withoutExcused(look, found));
  }
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

function withoutExcused(look: PatternMatches, exceptions: readonly PatternMatch[]): Look {
  const matches = withoutTouched(look.matches, exceptions);
  if (matches.length > 0) return { ...look, matches };
  return { kind: "skipped", reason: { kind: "excused", count: look.matches.length } };
}

function keywordFinder(text: string): (keyword: string) => boolean {
  let lower: string | undefined;
  return (keyword) => (lower ??= text.toLowerCase()).includes(keyword.toLowerCase());
}
