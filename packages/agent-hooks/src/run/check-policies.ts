import type { HookAnswer } from "@precept/mdc-compat/hooks";
import type { AnsweredEvent } from "./find-event.ts";
import type { CancelSignal, Diagnostic } from "@precept/core";
import type { AskedQuestion, EnforcedOutcome, HookPayload, Subject } from "@precept/governance";
import { describeAdvice, describeDenial, type CheckedText } from "@precept/middleware";
import type { HostId } from "../host-ids.ts";
import type { HookPolicies } from "./hook-workspace.ts";

export interface Sender {
  readonly host: HostId;
  readonly event: AnsweredEvent;
  readonly payload: HookPayload;
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

/** The answer of the policies, and the errors because of which it could be another one. */
export interface CheckedEvent {
  readonly answer: HookAnswer;
  readonly failures: readonly Diagnostic[];
}

export async function checkPolicies(
  policies: HookPolicies,
  { host, event, payload }: Sender,
  signal: CancelSignal,
): Promise<CheckedEvent> {
  const subjects = checkedSubjects(payload);
  // A call without a result may have failed.
  if (subjects.length === 0 && payload.outcome === undefined) return { answer: { verdict: "none" }, failures: [] };
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
  return { answer: answerOf(outcome, event, tool ?? null), failures };
}

function answerOf(outcome: EnforcedOutcome, { kind }: AnsweredEvent, tool: string | null): HookAnswer {
  const what = checked[kind] ?? "arguments";
  if (outcome.denies) return { verdict: "deny", reason: describeDenial(outcome, tool, what) };
  const deferred = outcome.questions.filter(({ status }) => status === "deferred");
  if (deferred.length > 0) return { verdict: "ask", reason: describeDeferred(deferred) };
  const context = describeAdvice(outcome, what);
  return { verdict: "none", ...(context !== undefined && { context }) };
}

function describeDeferred(questions: readonly AskedQuestion[]): string {
  const lines = questions.map(
    ({ question: { policy, file, message, suggestion } }) =>
      `- ${policy}${file === undefined ? "" : ` ${file}`}: ${message}${suggestion === undefined ? "" : ` ${suggestion}`}`,
  );
  return ["A policy requires that you decide.", ...new Set(lines)].join("\n");
}
