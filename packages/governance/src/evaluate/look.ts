import type { SkippedPolicyReason } from "../model/decision.ts";
import type { Policy } from "../model/policy.ts";
import { subjectKindOf, type Subject } from "../model/subject.ts";
import { defaultTables } from "../model/tables.ts";
import { closedGate } from "./gate.ts";
import { defaultMaxViolations, type EvaluateOptions } from "./options.ts";
import { unboundedRunner, type PatternOutcome } from "./pattern-runner.ts";
import { preparePolicies } from "./prepare.ts";

/** What came of looking at a text for one policy. `whole`: it is broken, since there is nothing but its gates. */
export type Look =
  | PatternOutcome
  | { readonly kind: "whole" }
  | { readonly kind: "skipped"; readonly reason: SkippedPolicyReason };

/** Looks at the text for each policy, as cheaply as it can be told: its gates first, then what its pattern needs, then the pattern. */
export function lookFor(policies: readonly Policy[], subject: Subject, options: EvaluateOptions): ReadonlyMap<Policy, Look> {
  const { phase, context = {}, tables = defaultTables, highQuality = false, runner = unboundedRunner, candidates } = options;
  const { patterns, fittingFile } = preparePolicies(policies);
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
  return looks;
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
