import { wireTrace } from "@precept/contract";
import { budgetLimitNames, isRecord, type BudgetLimitName, type Scope, type Trace, type WireTrace } from "@precept/core";
import { openRoot } from "@precept/files";
import { readTraceLines } from "./record.ts";

export interface TraceLines {
  /** In the order of the lines: oldest first. */
  readonly traces: readonly Trace[];
  /** The number of lines that are not a complete trace. */
  readonly unreadable: number;
}

export function readTraces(root: string): TraceLines {
  return parseTraceLines(readTraceLines(openRoot(root)));
}

export function parseTraceLines(lines: readonly string[]): TraceLines {
  const parsed = lines.filter((line) => line.trim() !== "").map(parseTraceLine);
  const traces = parsed.filter((trace) => trace !== undefined);
  return { traces, unreadable: parsed.length - traces.length };
}

function parseTraceLine(line: string): Trace | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const leftOut = isRecord(value) ? value["left_out_rules"] : undefined;
    return { ...toTrace(wireTrace.parse(value)), ...(typeof leftOut === "number" && { leftOut }) };
  } catch {
    return undefined;
  }
}

function toTrace(wire: WireTrace): Trace {
  return {
    requestId: wire.request_id,
    ...(wire.timestamp !== null && { timestamp: wire.timestamp }),
    files: wire.files,
    evaluated: wire.evaluated_rules,
    matched: wire.matched_rules.map(
      ({ name, scope, match_reason: reason, matched_files: matchedFiles, context_vars: variables }) => ({
        name,
        scope: scope as Scope,
        reason,
        matchedFiles,
        ...(Object.keys(variables).length > 0 && { variables }),
      }),
    ),
    skipped: wire.skipped_rules,
    conflicts: wire.conflicts,
    dropped: wire.dropped_rules,
    requestable: wire.requestable_rules.map(({ name, listed }) => ({ name, isListed: listed })),
    stores: wire.stores as Trace["stores"],
    final: wire.final_rules,
    totalContentSize: wire.total_content_size,
    ...(wire.budget !== null && { budget: toBudget(wire.budget) }),
  };
}

function toBudget({ token_counter: id, tokens_estimated: isEstimated, limits }: NonNullable<WireTrace["budget"]>) {
  return {
    counter: { id, isExact: !isEstimated },
    limits: limits.map(({ limit, applies_to: appliesTo, max, source }) => ({
      name: nameOfLimit(limit),
      appliesTo: appliesTo === "all_rules" ? ("allRules" as const) : ("eachRule" as const),
      max,
      source,
    })),
  };
}

function nameOfLimit(limit: string): BudgetLimitName {
  const found = budgetLimitNames.find((name) => name === (limit === "dialect_rules" ? "dialectRules" : limit));
  if (found === undefined) throw new Error(`Unknown limit "${limit}".`);
  return found;
}
