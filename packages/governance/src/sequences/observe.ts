import type { TextHash } from "../model/fingerprint.ts";
import type { Decision, Violation } from "../model/decision.ts";
import type { Policy } from "../model/policy.ts";
import { subjectKindOf, type Subject } from "../model/subject.ts";
import type { SequenceCall, SequenceObservation } from "./events.ts";
import { trackersOf } from "./trackers-of.ts";

/** A call of an agent, with the texts that were checked. */
export interface ObservedCall extends Pick<SequenceCall, "session" | "at" | "outcome"> {
  /** The id of the tool use. Undefined if the host has none: a second check of the call is then not recognised. */
  readonly toolUse: string | undefined;
  /** Whether the texts are checked before or after the call. Default: `after` if its outcome or its result is known. */
  readonly stage?: SequenceCall["stage"];
  /** The name of the tool, if any. */
  readonly tool?: string;
}

/** A text of the call, and the decision on it without sequences. */
export interface DecidedSubject {
  readonly subject: Subject;
  readonly decision: Decision;
}

export interface ObserveOptions {
  readonly hash: TextHash;
  /** Evaluates policies on a text, without suppressions, baseline and phase. */
  readonly evaluate: (policies: readonly Policy[], subject: Subject) => Decision;
  /** A digest of the id of the tool use. */
  readonly use: string;
}

/** Determines the effects of a call on the policies with a sequence. */
export function observeCall(
  call: ObservedCall,
  decided: readonly DecidedSubject[],
  policies: readonly Policy[],
  { hash, evaluate, use }: ObserveOptions,
): SequenceCall {
  const { session, at, outcome, toolUse } = call;
  const hasResult = decided.some(({ subject }) => subjectKindOf(subject) === "result");
  const stage = call.stage ?? (outcome !== undefined || hasResult ? "after" : "before");
  const meets = (trackers: readonly Policy[], isCertain: boolean): boolean =>
    trackers.length > 0 &&
    decided.some(({ subject }) =>
      evaluate(trackers, subject).violations.some(({ indeterminate }) => !isCertain || indeterminate === undefined),
    );
  const observations = policies.flatMap((policy): readonly SequenceObservation[] => {
    if (policy.sequence === undefined || !policy.enabled) return [];
    const { after, unless } = trackersOf(policy);
    const counts = stage === "before" || toolUse !== undefined;
    const values = decided.flatMap(({ subject, decision }) => {
      if (!counts && subjectKindOf(subject) !== "result") return [];
      return [...decision.violations, ...decision.shadowed]
        .filter((violation) => violation.policy === policy.id)
        .map((violation) => sequenceValueOf(policy, subject, violation, call, hash));
    });
    const observation = {
      policy: policy.id,
      isEarlier: meets(after, false),
      isReset: meets(unless, true),
      values: [...new Set(values)],
    };
    return observation.isEarlier || observation.isReset || values.length > 0 ? [observation] : [];
  });
  return { session, use, isKnownUse: toolUse !== undefined, at, stage, ...(outcome !== undefined && { outcome }), observations };
}

/** Returns the digest of the value that must be the same. Different in each session, so that it reveals nothing. */
export function sequenceValueOf(
  { id, sequence }: Policy,
  subject: Subject,
  { offset, length }: Violation,
  { session, tool }: Pick<ObservedCall, "session" | "tool">,
  hash: TextHash,
): string {
  const values = {
    command: () => subject.text.trim(),
    tool: () => subject.tool ?? tool ?? "",
    file: () => subject.file ?? "",
    match: () => subject.text.slice(offset, offset + length),
  };
  const value = sequence?.same === undefined ? "" : values[sequence.same]();
  return hash(JSON.stringify([session, id, value])).slice(0, 32);
}
