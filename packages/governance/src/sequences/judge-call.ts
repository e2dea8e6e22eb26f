import type { TextHash } from "../evaluate/fingerprint.ts";
import type { Decision } from "../model/decision.ts";
import type { Policy } from "../model/policy.ts";
import { judgeSequences } from "./judge.ts";
import { sequenceValueOf, type JudgedSubject, type ObservedCall } from "./observe.ts";
import type { SequenceProgressByPolicy } from "./reduce.ts";

/** Judges the decisions on the texts of a call by what happened before in its session. */
export function judgeCall(
  judged: readonly JudgedSubject[],
  policies: readonly Policy[],
  progress: SequenceProgressByPolicy,
  call: Pick<ObservedCall, "session" | "tool">,
  hash: TextHash,
): readonly Decision[] {
  return judged.map(({ subject, decision }) =>
    judgeSequences(decision, policies, (policy, violation) =>
      progress.get(policy.id)?.get(sequenceValueOf(policy, subject, violation, call, hash)),
    ),
  );
}
