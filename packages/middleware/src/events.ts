import {
  PreceptError,
  toWireAnswer,
  toWireTrace,
  type Resolution,
  type Trace,
  type WireAnswer,
  type WireTrace,
} from "@precept/core";
import { toWireViolation, type EnforcedOutcome, type WireViolation } from "@precept/governance";

/** An error in an event. `code` is null for errors other than a `PreceptError`. */
export interface WireError {
  readonly code: string | null;
  readonly message: string;
}

/** The rules of one model call. Sent before the model is called. */
export interface RulesAppliedEvent extends Pick<WireAnswer, "conflicts" | "diagnostics" | "stores"> {
  readonly event_type: "rules_applied";
  /** Null if the rules could not be resolved. */
  readonly request_id: string | null;
  readonly timestamp: string | null;
  readonly session_id: string | null;
  /** The rules in the prompt, in their order, with reasons. */
  readonly triggered_rules: WireAnswer["applied"];
  /** The rules that matched, but did not fit into the budget. */
  readonly dropped_rules: WireAnswer["dropped"];
  /** How many rules do not apply. */
  readonly skipped_count: number;
  /** The length of the texts of the rules, in UTF-16 code units. */
  readonly total_size: number;
  /** Why the rules could not be resolved. Null if they could. */
  readonly error: WireError | null;
}

/** The trace of one model call. Only sent in debug mode. */
export interface RuleDebugEvent {
  readonly event_type: "rule_debug";
  readonly request_id: string;
  readonly timestamp: string | null;
  readonly session_id: string | null;
  readonly trace: WireTrace;
}

/** A tool call, a prompt or an answer that violates policies, or whose policies could not be checked. */
export interface PolicyEnforcedEvent {
  readonly event_type: "policy_enforced";
  readonly session_id: string | null;
  /** Null for a prompt or a response. */
  readonly tool: string | null;
  readonly tool_call_id: string | null;
  /** What was checked. `arguments` and `result` are parts of a tool call. */
  readonly checked: "arguments" | "result" | "prompt" | "response";
  readonly allowed: boolean;
  /**
   * The action of the decision; `PASS` for violations in shadow mode only. Null if the policies could not be checked.
   */
  readonly action: string | null;
  readonly violations: readonly WireViolation[];
  readonly shadowed: readonly WireViolation[];
  /** The ids of the entries in the audit log. */
  readonly log_ids: readonly string[];
  /** Why the policies could not be checked. Null if they could. */
  readonly error: WireError | null;
}

/** An event of a middleware, as plain data, so that it can be sent as JSON. */
export type MiddlewareEvent = RulesAppliedEvent | RuleDebugEvent | PolicyEnforcedEvent;

/**
 * Creates the event of a resolution; undefined if it failed. The rules that do not apply are only counted: computing
 * their reasons takes longer than the resolution.
 */
export function toRulesApplied(
  resolution: Resolution | undefined,
  session: string | undefined,
  error?: unknown,
): RulesAppliedEvent {
  const answer = resolution && toWireAnswer(resolution);
  const { applied = [], dropped = [], totals } = answer ?? {};
  return {
    event_type: "rules_applied",
    request_id: answer?.request_id ?? null,
    timestamp: answer?.timestamp ?? null,
    session_id: session ?? null,
    triggered_rules: applied,
    dropped_rules: dropped,
    skipped_count: totals === undefined ? 0 : totals.evaluated - applied.length - dropped.length,
    conflicts: answer?.conflicts ?? [],
    total_size: totals?.characters ?? 0,
    diagnostics: answer?.diagnostics ?? [],
    stores: answer?.stores ?? [],
    error: answer === undefined ? toWireError(error) : null,
  };
}

export function toRuleDebug(resolved: Trace, session: string | undefined): RuleDebugEvent {
  const trace = toWireTrace(resolved);
  const { request_id, timestamp } = trace;
  return { event_type: "rule_debug", request_id, timestamp, session_id: session ?? null, trace };
}

/** The call or message of a policy event. */
export type CheckedCall = Pick<PolicyEnforcedEvent, "session_id" | "tool" | "tool_call_id" | "checked">;

/** Creates the event of a decision; undefined if the policies could not be checked. */
export function toPolicyEnforced(call: CheckedCall, decision: EnforcedOutcome | undefined, error?: unknown): PolicyEnforcedEvent {
  const { violations = [], shadowed = [], logIds = [] } = decision ?? {};
  return {
    event_type: "policy_enforced",
    ...call,
    allowed: decision?.denies === false,
    action: decision?.action ?? null,
    violations: violations.map(toWireViolation),
    shadowed: shadowed.map(toWireViolation),
    log_ids: logIds,
    error: decision === undefined ? toWireError(error) : null,
  };
}

function toWireError(error: unknown): WireError {
  return { code: PreceptError.is(error) ? error.code : null, message: error instanceof Error ? error.message : String(error) };
}
