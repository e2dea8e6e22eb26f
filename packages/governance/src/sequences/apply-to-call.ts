import type { TextHash } from "../model/fingerprint.ts";
import type { Decision } from "../model/decision.ts";
import type { Policy } from "../model/policy.ts";
import { applySequences } from "./apply-sequences.ts";
import { sequenceValueOf, type DecidedSubject, type ObservedCall } from "./observe.ts";
import type { SequenceProgressByPolicy } from "./reduce.ts";

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
