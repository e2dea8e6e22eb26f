import type { RuleDebugEvent, RulesAppliedEvent } from "@precept/contract";
import { toWireError } from "@precept/core";
import { toWireViolation, type EnforcedOutcome, type WireViolation } from "@precept/governance";

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
  readonly error: RulesAppliedEvent["error"];
}

/** An event of a middleware, as plain data, so that it can be sent as JSON. */
export type MiddlewareEvent = RulesAppliedEvent | RuleDebugEvent | PolicyEnforcedEvent;

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
