import type { HookAnswer } from "@precept/mdc-compat/hooks";
import type { AnsweredEvent } from "./find-event.ts";
import type { CancelSignal, Diagnostic, Json } from "@precept/core";
import type { AskedQuestion, EnforcedOutcome, HookPayload, Subject } from "@precept/governance";
import { describeAdvice, describeDenial, type CheckedText } from "@precept/middleware";
import type { HostId } from "../host-ids.ts";
import { answerQuickFix } from "./answer-quick-fix.ts";
import type { HookPolicies } from "./hook-workspace.ts";
import { replaceResult } from "./replace-texts.ts";

export interface Sender {
  readonly host: HostId;
  readonly event: AnsweredEvent;
  readonly payload: HookPayload;
  /** The payload as the host sent it. */
  readonly value: object;
}

/** What is checked at an event. Other events are not checked. */
const checked: Partial<Record<AnsweredEvent["kind"], CheckedText>> = {
  beforeTool: "arguments",
  afterTool: "result",
  prompt: "prompt",
  response: "response",
};

/** The texts of a payload that its event can still change, or that only now exist. */
export function checkedSubjects({ kind, event, subjects }: HookPayload): readonly Subject[] {
  if (checked[kind] === undefined) return [];
  // The arguments of a tool were checked before it ran. Edits of a user's own completion have no earlier event.
  if (kind === "afterTool" && event !== "afterTabFileEdit") return subjects.filter((subject) => subject.kind === "result");
  return subjects;
}

/** A policy that an event violates. */
export interface ViolatedPolicy {
  readonly id: string;
  readonly action: string;
  /** Whether the policy is in shadow mode, so that the violation has no effect. */
  readonly shadow: boolean;
}

/** The answer of the policies, and the errors because of which it could be another one. */
export interface CheckedEvent {
  readonly answer: HookAnswer;
  /** The policies that the event violates. */
  readonly violated: readonly ViolatedPolicy[];
  readonly failures: readonly Diagnostic[];
}

/** @param reader returns the texts that the call would give to the agent in a way that no hook sees. */
export async function checkPolicies(
  policies: HookPolicies,
  sender: Sender,
  signal: CancelSignal,
  reader: (payload: HookPayload, event: AnsweredEvent) => Promise<readonly Subject[]>,
): Promise<CheckedEvent> {
  const { host, event, payload } = sender;
  const subjects = [...checkedSubjects(payload), ...(await reader(payload, event))];
  // A call without a result may have failed.
  if (subjects.length === 0 && payload.outcome === undefined) return { answer: { verdict: "none" }, violated: [], failures: [] };
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
    fix: "plan",
    onAsk: event.ask === true ? "host" : undefined,
    signal,
  });
  // Policies that count, or that depend on what happened before, need the stored state.
  const failures = outcome.diagnostics.filter(({ code }) => code === "policies/not-counted");
  return { answer: answerOf(outcome, subjects, sender), violated: violatedIn(outcome), failures };
}

/** Each policy once. */
export function violatedIn({
  violations,
  shadowed,
}: Pick<EnforcedOutcome, "violations" | "shadowed">): readonly ViolatedPolicy[] {
  const all = [
    ...violations.map(({ policy, action }) => ({ id: policy, action, shadow: false })),
    ...shadowed.map(({ policy, action }) => ({ id: policy, action, shadow: true })),
  ];
  return [...new Map(all.map((one) => [one.id, one])).values()];
}

function answerOf(outcome: EnforcedOutcome, subjects: readonly Subject[], sender: Sender): HookAnswer {
  const { event, payload, value } = sender;
  const { tool = null } = payload;
  const what = checked[event.kind] ?? "arguments";
  if (outcome.denies) {
    const isSeen = what === "result" && !canReplaceResult(event, value);
    const reason = describeDenial(outcome, tool, what, isSeen);
    return { verdict: "deny", reason, ...(what === "result" && !isSeen && withheldResult(event, value, reason)) };
  }
  const fixed = answerQuickFix(outcome, subjects, sender);
  if (fixed !== undefined) return fixed;
  const deferred = outcome.questions.filter(({ status }) => status === "deferred");
  if (deferred.length > 0) return { verdict: "ask", reason: describeDeferred(deferred) };
  const context = describeAdvice(outcome, what);
  return { verdict: "none", ...(context !== undefined && { context }) };
}

/** Whether the answer to a result can keep it from the model. */
function canReplaceResult({ replacesResult }: AnsweredEvent, value: object): boolean {
  return replacesResult === "reason" || (replacesResult === "shape" && "tool_response" in value);
}

function withheldResult({ replacesResult }: AnsweredEvent, value: object, reason: string): Pick<HookAnswer, "result"> {
  if (replacesResult !== "shape" || !("tool_response" in value)) return {};
  return { result: replaceResult(value.tool_response as Json, reason) };
}

function describeDeferred(questions: readonly AskedQuestion[]): string {
  const lines = questions.map(
    ({ question: { policy, file, message, suggestion } }) =>
      `- ${policy}${file === undefined ? "" : ` ${file}`}: ${message}${suggestion === undefined ? "" : ` ${suggestion}`}`,
  );
  return ["A policy requires that you decide.", ...new Set(lines)].join("\n");
}
