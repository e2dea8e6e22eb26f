import { toWireDiagnostic, type WireDiagnostic } from "@precept/core";
import { toWireDecision, type Decision, type WireDecision } from "@precept/governance";
import type { EnforcedHostDecision, HostRegistration, HostRollback } from "../host/host.ts";
import { policyToolName, type ProtocolEra } from "./policy-tools.ts";

/** What `register` answers. */
export interface RegisterAnswer {
  /** Whether everything that was sent is in force now. */
  readonly accepted: boolean;
  readonly rule_ids: readonly string[];
  /** The names of the tools that the policies are called by. */
  readonly tools: readonly string[];
  readonly diagnostics: readonly WireDiagnostic[];
}

/** What `execute` and the tools of policies answer: the decision, and what follows from it. */
export interface ExecuteAnswer extends WireDecision {
  readonly stops: boolean;
  readonly notifies_human: boolean;
  readonly iteration_penalty: number | "MAX";
  /** Texts to write in the place of those that were checked. */
  readonly fixes: readonly { readonly file: string | null; readonly text: string }[];
  /** What became of going back to the last checkpoint; null where nobody asked for it. `undo` is a command that brings back what was there. */
  readonly rollback: {
    readonly status: HostRollback["kind"];
    readonly undo: string | null;
    readonly changed: readonly string[];
    readonly problem: string | null;
  } | null;
  readonly log_ids: readonly string[];
}

/** A result of a tool. */
export interface ToolAnswer {
  readonly content: [{ readonly type: "text"; readonly text: string }];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
}

/** An answer for programs, with a copy as text for clients that know nothing else. */
export function answer(structured: object, isError = false): ToolAnswer {
  return {
    content: [{ type: "text", text: JSON.stringify(structured) }],
    structuredContent: { ...structured },
    ...(isError && { isError: true }),
  };
}

/** What the agent that called has to read, and can do something about. */
export function refuse(message: string): ToolAnswer {
  return { content: [{ type: "text", text: message }], isError: true };
}

export function toRegisterAnswer({ accepted, diagnostics }: HostRegistration, era: ProtocolEra): RegisterAnswer {
  const ids = accepted.map(({ id }) => id);
  return {
    accepted: ids.length > 0 && diagnostics.every(({ severity }) => severity !== "error"),
    rule_ids: ids,
    tools: ids.map((id) => policyToolName(id, era)),
    diagnostics: diagnostics.map(toWireDiagnostic),
  };
}

/** Of the policies that had no part, these found something all the same, or could not be sure. */
const telling: ReadonlySet<string> = new Set(["indeterminate", "suppressed", "baseline", "shadow"]);

/** @param explains whether it names all policies that had no part, and why: an agent that did not ask would only have to read it. */
export function toDecisionAnswer(decision: Decision, explains: boolean): WireDecision {
  if (explains) return toWireDecision(decision);
  return toWireDecision({
    ...decision,
    skipped: decision.skipped.filter(({ reason }) => telling.has(reason.kind)),
  });
}

export function toExecuteAnswer(decision: EnforcedHostDecision, explains: boolean): ExecuteAnswer {
  return {
    ...toDecisionAnswer(decision, explains),
    stops: decision.stops,
    notifies_human: decision.notifiesHuman,
    iteration_penalty: decision.iterationPenalty,
    fixes: decision.fixes.map(({ file, text }) => ({ file: file ?? null, text })),
    rollback: decision.rollback === undefined ? null : toWireRollback(decision.rollback),
    log_ids: decision.logIds,
  };
}

function toWireRollback({ kind, undo, changed, problem }: HostRollback): ExecuteAnswer["rollback"] {
  return { status: kind, undo: undo ?? null, changed: changed ?? [], problem: problem ?? null };
}
