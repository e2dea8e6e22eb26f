import { toWireDiagnostic, type WireDiagnostic } from "@precept/core";
import { toWireDecision, type Decision, type WireDecision } from "@precept/governance";
import type { EnforcedHostDecision, HostRegistration, HostRollback } from "../host/host.ts";
import { policyToolName, type ProtocolEra } from "./policy-tools.ts";

/** The result of `register`. */
export interface RegisterResult {
  /** Whether all policies were accepted and are active now. */
  readonly accepted: boolean;
  readonly rule_ids: readonly string[];
  /** The names of the tools of the policies. */
  readonly tools: readonly string[];
  readonly diagnostics: readonly WireDiagnostic[];
}

/** The result of `execute` and of the tools of policies: the decision and its consequences. */
export interface ExecuteResult extends WireDecision {
  readonly stops: boolean;
  readonly notifies_human: boolean;
  readonly iteration_penalty: number | "MAX";
  /** The corrected texts. */
  readonly fixes: readonly { readonly file: string | null; readonly text: string }[];
  /** The outcome of the rollback; null if none was requested. `undo` is the command that undoes it. */
  readonly rollback: {
    readonly status: HostRollback["kind"];
    readonly undo: string | null;
    readonly changed: readonly string[];
    readonly problem: string | null;
  } | null;
  readonly log_ids: readonly string[];
}

/** A tool result in the format of MCP. */
export interface ToolResult {
  readonly content: [{ readonly type: "text"; readonly text: string }];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
}

/** Creates a result with structured content, and a copy as text for clients that only read text. */
export function toolResult(structured: object, isError = false): ToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(structured) }],
    structuredContent: { ...structured },
    ...(isError && { isError: true }),
  };
}

/** Creates an error result with a message for the calling agent, which it can act on. */
export function toolError(message: string): ToolResult {
  return { content: [{ type: "text", text: message }], isError: true };
}

export function toRegisterResult({ accepted, diagnostics }: HostRegistration, era: ProtocolEra): RegisterResult {
  const ids = accepted.map(({ id }) => id);
  return {
    accepted: ids.length > 0 && diagnostics.every(({ severity }) => severity !== "error"),
    rule_ids: ids,
    tools: ids.map((id) => policyToolName(id, era)),
    diagnostics: diagnostics.map(toWireDiagnostic),
  };
}

/** The reasons for skipping a policy that are always reported, since the policy may be violated. */
const reportedReasons: ReadonlySet<string> = new Set(["indeterminate", "suppressed", "baseline", "shadow"]);

/** @param explains whether to list all skipped policies with their reasons. They cost tokens, so only on request. */
export function toDecisionResult(decision: Decision, explains: boolean): WireDecision {
  if (explains) return toWireDecision(decision);
  return toWireDecision({
    ...decision,
    skipped: decision.skipped.filter(({ reason }) => reportedReasons.has(reason.kind)),
  });
}

export function toExecuteResult(decision: EnforcedHostDecision, explains: boolean): ExecuteResult {
  return {
    ...toDecisionResult(decision, explains),
    stops: decision.stops,
    notifies_human: decision.notifiesHuman,
    iteration_penalty: decision.iterationPenalty,
    fixes: decision.fixes.map(({ file, text }) => ({ file: file ?? null, text })),
    rollback: decision.rollback === undefined ? null : toWireRollback(decision.rollback),
    log_ids: decision.logIds,
  };
}

function toWireRollback({ kind, undo, changed, problem }: HostRollback): ExecuteResult["rollback"] {
  return { status: kind, undo: undo ?? null, changed: changed ?? [], problem: problem ?? null };
}
