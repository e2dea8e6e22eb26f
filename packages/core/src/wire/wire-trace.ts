import type { WireTrace } from "@precept/contract";
import type { Trace } from "../trace/trace.ts";
import { toWireBudget } from "./wire-budget.ts";

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
