import { strictestAction } from "@precept/contract/values";
import type { Decision, Violation } from "../model/decision.ts";
import { writeDuration } from "../model/duration.ts";
import type { TextHash } from "../model/fingerprint.ts";
import type { Policy, PolicySequence } from "../model/policy.ts";
import { sequenceValueOf, type DecidedSubject, type ObservedCall } from "./observe.ts";
import type { SequenceProgress, SequenceProgressByPolicy } from "./reduce.ts";

/** Returns the progress of a violation. Undefined if the session is unknown. */
export type ProgressOf = (policy: Policy, violation: Violation) => SequenceProgress | undefined;

const nothingKnown: SequenceProgress = { holds: false, earlierCount: 0, count: 1, first: 0 };

/** Removes the violations whose sequence does not hold. The messages of the others describe the earlier calls. */
export function applySequences(decision: Decision, policies: readonly Policy[], progressOf: ProgressOf): Decision {
  const withSequence = new Map(
    policies.flatMap((policy) => (policy.sequence === undefined ? [] : [[policy.id, policy] as const])),
  );
  if (withSequence.size === 0) return decision;
  const failed = new Map<string, SequenceProgress>();
  const withProgress = (violations: readonly Violation[]): readonly Violation[] =>
    violations.flatMap((violation) => {
      const policy = withSequence.get(violation.policy);
      if (policy?.sequence === undefined) return [violation];
      const progress = progressOf(policy, violation) ?? firstOf(policy.sequence);
      if (progress.holds)
        return [{ ...violation, message: `${violation.message} ${describeProgress(progress, policy.sequence)}`.trim() }];
      failed.set(policy.id, progress);
      return [];
    });
  const violations = withProgress(decision.violations);
  const shadowed = withProgress(decision.shadowed);
  if (failed.size === 0 && violations.length === 0 && shadowed.length === 0) return decision;
  const remaining = new Set([...violations, ...shadowed].map(({ policy }) => policy));
  const skipped = [...failed].flatMap(([policy, { earlierCount, count }]) => {
    const { after, count: required = 1 } = withSequence.get(policy)?.sequence ?? {};
    const reason = { kind: "sequence", count, required, lacksEarlier: after !== undefined && earlierCount === 0 } as const;
    return remaining.has(policy) ? [] : [{ policy, reason }];
  });
  return {
    ...decision,
    action: strictestAction(violations.map(({ action }) => action)),
    violations,
    shadowed,
    skipped: [...decision.skipped.filter(({ policy }) => !failed.has(policy) || remaining.has(policy)), ...skipped],
  };
}

/** Applies the sequences of policies to the decisions on the texts of a call. */
export function applySequencesToCall(
  decided: readonly DecidedSubject[],
  policies: readonly Policy[],
  progress: SequenceProgressByPolicy,
  call: Pick<ObservedCall, "session" | "tool">,
  hash: TextHash,
): readonly Decision[] {
  return decided.map(({ subject, decision }) =>
    applySequences(decision, policies, (policy, violation) =>
      progress.get(policy.id)?.get(sequenceValueOf(policy, subject, violation, call, hash)),
    ),
  );
}

/** Returns the progress of a call in an unknown session. */
function firstOf({ after, count }: PolicySequence): SequenceProgress {
  return { ...nothingKnown, holds: after === undefined && count === 1 };
}

/** Describes the calls before a violation: when, and how many. Contains no text of the session. */
function describeProgress(progress: SequenceProgress, sequence: PolicySequence): string {
  const { earlierCount, lastEarlier, count, first, isUnknown = false } = progress;
  if (isUnknown) return "What happened earlier in the session could not be read, so it counts.";
  const earlier =
    lastEarlier === undefined
      ? []
      : [`Earlier in this session, ${times(earlierCount)}, the last time at ${timeOf(lastEarlier)}, \`after\` was met.`];
  const { same, failed, per } = sequence;
  const kinds = [...(same === undefined ? [] : [`the same ${same}`]), ...(failed ? ["failed before"] : [])];
  const kind = kinds.length === 0 ? "" : ` (${kinds.join(", ")})`;
  const limit = per === undefined ? "" : `, at most ${writeDuration(per)} ago`;
  const since = sequence.count === 1 ? [] : [`${times(count)} since ${timeOf(first)}${limit}${kind}.`];
  return [...earlier, ...since].join(" ");
}

function timeOf(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}

export function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
