import { withoutUndefined } from "@precept/core";
import { evaluate } from "../evaluate/evaluate.ts";
import type { EvaluateOptions } from "../evaluate/options.ts";
import { readHookPayload } from "../hooks/hook-payload.ts";
import type { Decision } from "../model/decision.ts";
import type { HookTest, Policy, TextTest } from "../model/policy.ts";
import type { PolicyContext, Subject } from "../model/subject.ts";
import { applySequencesToCall } from "../sequences/apply-sequences.ts";
import { observeCall, type ObservedCall } from "../sequences/observe.ts";
import { reduceSequences } from "../sequences/reduce.ts";
import { emptySequenceState } from "../sequences/state.ts";

/** The time between two steps, in milliseconds. */
const stepTime = 1000;

/** Evaluates a policy on the steps of a session. Undefined for a payload without text to check. */
export function runSession(
  policy: Policy,
  steps: readonly (TextTest | HookTest)[],
  options: EvaluateOptions,
): readonly (readonly Decision[] | undefined)[] {
  let state = emptySequenceState;
  const policies = [policy];
  return steps.map((step, at) => {
    const read = readStep(step, at);
    if (read === undefined) return undefined;
    const { subjects, context, call } = read;
    const own = { ...options, ...(context !== undefined && { context }), sequences: "hold" as const };
    const decided = subjects.map((subject) => ({ subject, decision: evaluate(policies, subject, own) }));
    const observed = observeCall(call, decided, policies, {
      hash: options.hash,
      use: call.toolUse ?? `step ${at}`,
      evaluate: (some, subject) => evaluate(some, subject, own),
    });
    const { state: after, progress } = reduceSequences(state, { kind: "called", ...observed }, policies);
    state = reduceSequences(after, { kind: "made", ...observed }, policies).state;
    return applySequencesToCall(decided, policies, progress, call, options.hash);
  });
}

interface Step {
  readonly subjects: readonly Subject[];
  readonly context?: PolicyContext;
  readonly call: ObservedCall;
}

function readStep(step: TextTest | HookTest, number: number): Step | undefined {
  const call = { session: "test", toolUse: undefined, at: number * stepTime };
  if (step.kind === "text") {
    const { text, subject: kind, file, context } = step;
    return withoutUndefined({ subjects: [withoutUndefined({ text, kind, file })], context, call });
  }
  const read = readHookPayload(step.payload);
  if (read === undefined || read.subjects.length === 0) return undefined;
  const { tool, toolUse, kind, outcome, subjects } = read;
  const stage = kind === "afterTool" ? ("after" as const) : ("before" as const);
  return {
    subjects,
    context: { ...read.context, ...step.context },
    call: { ...call, toolUse, stage, ...withoutUndefined({ tool, outcome }) },
  };
}
