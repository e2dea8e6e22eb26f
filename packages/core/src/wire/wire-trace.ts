import type { Json } from "../model/json.ts";
import type { Trace } from "../trace/trace.ts";
import { toWireBudget, type WireBudget } from "./wire-budget.ts";

/** The wire format of a trace: snake_case. */
export interface WireTrace {
  readonly request_id: string;
  /** ISO 8601; null if the rulebook has no clock. */
  readonly timestamp: string | null;
  readonly files: readonly string[];
  readonly evaluated_rules: readonly string[];
  readonly matched_rules: readonly {
    readonly name: string;
    readonly scope: string;
    readonly match_reason: string;
    readonly matched_files: readonly string[];
    /** The values that met the conditions of the rule, by variable. */
    readonly context_vars: Readonly<Record<string, Json>>;
  }[];
  readonly skipped_rules: readonly { readonly name: string; readonly reason: string }[];
  readonly conflicts: readonly { readonly names: readonly string[]; readonly kind: string; readonly detail: string }[];
  readonly dropped_rules: readonly {
    readonly name: string;
    readonly reason: string;
    readonly characters: number;
    readonly tokens: number;
  }[];
  readonly stores: readonly { readonly store: string; readonly status: string; readonly reason: string }[];
  readonly final_rules: readonly string[];
  readonly total_content_size: number;
  /** The limits that the rules had to fit into, and how tokens were counted. Null if the trace has none. */
  readonly budget: WireBudget | null;
}

/** Converts a trace to its wire format. */
export function toWireTrace(trace: Trace): WireTrace {
  const {
    requestId,
    timestamp = null,
    files,
    evaluated,
    matched,
    skipped,
    conflicts,
    dropped,
    stores,
    final,
    totalContentSize,
    budget,
  } = trace;
  return {
    request_id: requestId,
    timestamp,
    files,
    evaluated_rules: evaluated,
    matched_rules: matched.map(({ name, scope, reason, matchedFiles, variables = {} }) => ({
      name,
      scope,
      match_reason: reason,
      matched_files: matchedFiles,
      context_vars: variables,
    })),
    skipped_rules: skipped,
    conflicts,
    dropped_rules: dropped,
    stores,
    final_rules: final,
    total_content_size: totalContentSize,
    budget: budget === undefined ? null : toWireBudget(budget),
  };
}
