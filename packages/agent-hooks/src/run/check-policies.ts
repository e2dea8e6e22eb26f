import type { CancelSignal } from "@precept/core";
import {
  effectivePriorityOf,
  policyActionSpecs,
  type EnforcedOutcome,
  type HookPayload,
  type Subject,
  type Violation,
} from "@precept/governance";
import type { AnsweredEvent } from "../hosts/host-spec.ts";
import type { HookAnswer } from "../hosts/answer.ts";
import type { HostId } from "../host-ids.ts";
import { describeAdvice, describeDenial, describeQuestion, describeUnasked } from "./describe-decision.ts";
import type { HookPolicies } from "./hook-workspace.ts";

/** A payload, and who sent it. */
export interface Sender {
  readonly host: HostId;
  readonly event: AnsweredEvent;
  readonly payload: HookPayload;
}

const topics: Partial<Record<AnsweredEvent["kind"], string>> = {
  beforeTool: "this tool call",
  afterTool: "the result of this tool",
  prompt: "the prompt",
  response: "the answer",
};

/** The texts of a payload that its event can still change, or that only now exist. */
export function checkedSubjects({ kind, event, subjects }: HookPayload): readonly Subject[] {
  if (topics[kind] === undefined) return [];
  // The arguments of a tool were checked before it ran. Edits of a user's own completion have no earlier event.
  if (kind === "afterTool" && event !== "afterTabFileEdit") return subjects.filter((subject) => subject.kind === "result");
  return subjects;
}

/** Whether a policy of the highest priority is enforced, so that a failure must deny. */
export async function hasCriticalPolicy(policies: HookPolicies): Promise<boolean> {
  const [all, tables] = await Promise.all([policies.list(), policies.tables()]);
  return all.some(
    (policy) => policy.enabled && policy.mode === "enforce" && effectivePriorityOf(policy, tables, undefined).priority === "P0",
  );
}

/** Enforces the policies on the texts of an event. */
export async function checkPolicies(
  policies: HookPolicies,
  { host, event, payload }: Sender,
  signal: CancelSignal,
): Promise<HookAnswer> {
  const subjects = checkedSubjects(payload);
  // A call without a result may have failed.
  if (subjects.length === 0 && payload.outcome === undefined) return { verdict: "none" };
  const { tool, toolUse, session = host, subagent } = payload;
  const outcome = await policies.enforce(subjects, {
    session,
    agent: subagent === undefined ? host : `${host}:${subagent}`,
    ...(tool !== undefined && { tool }),
    ...(toolUse !== undefined && { toolUse: `${toolUse}:${event.kind}` }),
    call: {
      ...(toolUse !== undefined && { id: toolUse }),
      stage: payload.kind === "afterTool" ? "after" : "before",
      ...(payload.outcome !== undefined && { outcome: payload.outcome }),
    },
    context: { ...payload.context, host },
    fix: "none",
    signal,
  });
  return answerOf(outcome, event);
}

function answerOf(outcome: EnforcedOutcome, event: AnsweredEvent): HookAnswer {
  const { violations } = outcome;
  const stopping = violations.filter(({ action }) => policyActionSpecs[action].stopsAgent);
  const asking = violations.filter(({ action }) => policyActionSpecs[action].asksHuman);
  const context = describeAdvice(
    violations.filter((violation) => !stopping.includes(violation) && !asking.includes(violation)),
    topics[event.kind] ?? "this",
  );
  const added = context === undefined ? {} : { context };
  if (stopping.length > 0) return { verdict: "deny", reason: describeDenial(stopping, outcome), ...added };
  if (asking.length === 0) return { verdict: "none", ...added };
  if (event.ask === true) return { verdict: "ask", reason: describeQuestion(asking), ...added };
  if (asking.some(isUrgent)) return { verdict: "deny", reason: describeUnasked(asking), ...added };
  return {
    verdict: "none",
    context: [describeAdvice(asking, topics[event.kind] ?? "this"), context].filter(Boolean).join("\n\n"),
  };
}

/** Without a human, a policy of these priorities denies. */
function isUrgent({ priority }: Violation): boolean {
  return priority === "P0" || priority === "P1";
}
