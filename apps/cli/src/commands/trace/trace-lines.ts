import { budgetLimitNames, isRecord, toWireTrace, type Trace, type WireTrace } from "@precept/core";

/** The traces of a file. */
export interface TraceLines {
  /** In the order of the lines: oldest first. */
  readonly traces: readonly Trace[];
  /** The number of lines that are not a complete trace. */
  readonly unreadable: number;
}

/** Prints a trace as one line of a JSON Lines file, without the line break. */
export function printTraceLine(trace: Trace): string {
  return JSON.stringify(toStoredTrace(trace));
}

/** A trace in its wire format, with the number of skipped rules that it leaves out. */
export function toStoredTrace(trace: Trace): WireTrace & { readonly left_out_rules?: number } {
  return { ...toWireTrace(trace), ...(trace.leftOut !== undefined && { left_out_rules: trace.leftOut }) };
}

/** Parses a JSON Lines file of traces, including lines of earlier versions, which used camelCase and called the time `at`. */
export function parseTraceLines(text: string): TraceLines {
  const parsed = text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(parseTraceLine);
  const traces = parsed.filter((trace) => trace !== undefined);
  return { traces, unreadable: parsed.length - traces.length };
}

function parseTraceLine(line: string): Trace | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const trace = "request_id" in value ? readWireTrace(value) : readEarlierTrace(value);
  return trace !== undefined && isTrace(trace) ? trace : undefined;
}

/** A trace that has not been validated. */
type Unchecked = { readonly [Field in keyof Trace]: unknown };

function readWireTrace(value: Readonly<Record<string, unknown>>): Unchecked | undefined {
  const wire = value as { readonly [Field in keyof WireTrace]?: unknown };
  if (!Array.isArray(wire.matched_rules)) return undefined;
  return {
    requestId: wire.request_id,
    ...(typeof wire.timestamp === "string" && { timestamp: wire.timestamp }),
    files: wire.files,
    evaluated: wire.evaluated_rules,
    matched: wire.matched_rules.map((match: unknown) => {
      if (!isRecord(match)) return match;
      return { name: match["name"], scope: match["scope"], reason: match["match_reason"], matchedFiles: match["matched_files"] };
    }),
    skipped: wire.skipped_rules,
    ...("left_out_rules" in value && { leftOut: value["left_out_rules"] }),
    conflicts: wire.conflicts,
    dropped: wire.dropped_rules,
    stores: wire.stores ?? [],
    final: wire.final_rules,
    totalContentSize: wire.total_content_size,
    ...(isRecord(wire.budget) && { budget: readBudget(wire.budget) }),
  };
}

function readBudget({ token_counter, tokens_estimated, limits }: Readonly<Record<string, unknown>>): unknown {
  return {
    counter: { id: token_counter, isExact: tokens_estimated === false },
    limits: Array.isArray(limits)
      ? limits.map((one: unknown) => {
          if (!isRecord(one)) return one;
          const name = one["limit"] === "dialect_rules" ? "dialectRules" : one["limit"];
          return {
            name,
            appliesTo: one["applies_to"] === "each_rule" ? "eachRule" : "allRules",
            max: one["max"],
            source: one["source"],
          };
        })
      : limits,
  };
}

function readEarlierTrace({ at, totalCharacters, ...trace }: Readonly<Record<string, unknown>>): Unchecked {
  return {
    stores: [],
    ...(trace as Omit<Unchecked, "timestamp" | "totalContentSize" | "stores">),
    ...(typeof at === "string" && { timestamp: at }),
    totalContentSize: totalCharacters,
  };
}

function isTrace(trace: Unchecked): trace is Trace {
  return (
    typeof trace.requestId === "string" &&
    typeof trace.totalContentSize === "number" &&
    (trace.leftOut === undefined || typeof trace.leftOut === "number") &&
    (trace.budget === undefined || isBudget(trace.budget)) &&
    isListOf(trace.files, isText) &&
    isListOf(trace.evaluated, isText) &&
    isListOf(trace.final, isText) &&
    isListOf(trace.stores, (store) => hasTexts(store, ["store", "status", "reason"])) &&
    isListOf(trace.matched, (match) => hasTexts(match, ["name", "scope", "reason"]) && isListOf(match["matchedFiles"], isText)) &&
    isListOf(trace.skipped, (skip) => hasTexts(skip, ["name", "reason"])) &&
    isListOf(trace.conflicts, (one) => hasTexts(one, ["kind", "detail"]) && isListOf(one["names"], isText)) &&
    isListOf(trace.dropped, (drop) => hasTexts(drop, ["name", "reason"]) && typeof drop["characters"] === "number")
  );
}

function isBudget(budget: unknown): boolean {
  return (
    isRecord(budget) &&
    hasTexts(budget["counter"], ["id"]) &&
    isListOf(
      budget["limits"],
      (limit) =>
        hasTexts(limit, ["appliesTo", "source"]) && isOneOf(limit["name"], budgetLimitNames) && typeof limit["max"] === "number",
    )
  );
}

function isOneOf(value: unknown, values: readonly string[]): boolean {
  return typeof value === "string" && values.includes(value);
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function hasTexts(value: unknown, fields: readonly string[]): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && fields.every((field) => typeof value[field] === "string");
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
