import { toWireTrace, type Trace, type WireTrace } from "@precept/core";

/** Prints a trace as one line of a JSON Lines file, without the line break. */
export function printTraceLine(trace: Trace): string {
  return JSON.stringify(toStoredTrace(trace));
}

/** A trace in its wire format, with the number of skipped rules that it leaves out. */
export function toStoredTrace(trace: Trace): WireTrace & { readonly left_out_rules?: number } {
  return { ...toWireTrace(trace), ...(trace.leftOut !== undefined && { left_out_rules: trace.leftOut }) };
}
