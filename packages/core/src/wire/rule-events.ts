import type { RuleDebugEvent, RulesAppliedEvent } from "@precept/contract";
import { PreceptError } from "../model/error.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Trace } from "../trace/trace.ts";
import { toWireAnswer, toWireTrace } from "./wire-resolution.ts";

/** Whose request an event is about. */
export interface EventOrigin {
  readonly session?: string | undefined;
  readonly user?: string | undefined;
}

const nothing = { evaluated: 0, matched: 0, applied: 0, characters: 0, tokens: 0, prompt_tokens: 0 };

/**
 * Creates the event of a resolution; undefined if it failed. The rules that do not apply are only counted: computing
 * their reasons takes longer than the resolution.
 *
 * @param error why it failed.
 */
export function toRulesApplied(
  resolution: Resolution | undefined,
  { session, user }: EventOrigin,
  error?: unknown,
): RulesAppliedEvent {
  const answer = resolution && toWireAnswer(resolution);
  const { applied = [], dropped = [], totals = nothing } = answer ?? {};
  return {
    event_type: "rules_applied",
    request_id: answer?.request_id ?? null,
    timestamp: answer?.timestamp ?? null,
    session_id: session ?? null,
    user_id: user ?? null,
    files: answer?.request.files ?? [],
    triggered_rules: applied,
    dropped_rules: dropped,
    skipped_count: totals.evaluated - (answer === undefined ? 0 : applied.length + dropped.length),
    conflicts: answer?.conflicts ?? [],
    total_size: totals.characters,
    totals,
    diagnostics: answer?.diagnostics ?? [],
    stores: answer?.stores ?? [],
    error: answer === undefined ? toWireError(error) : null,
  };
}

export function toRuleDebug(resolved: Trace, { session }: EventOrigin): RuleDebugEvent {
  const trace = toWireTrace(resolved);
  const { request_id, timestamp } = trace;
  return { event_type: "rule_debug", request_id, timestamp, session_id: session ?? null, trace };
}

/** An error in an event. */
export function toWireError(error: unknown): NonNullable<RulesAppliedEvent["error"]> {
  return { code: PreceptError.is(error) ? error.code : null, message: error instanceof Error ? error.message : String(error) };
}
