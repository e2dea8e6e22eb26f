import { isRecord, type Json } from "@precept/core";
import { stringAt, type JsonRecord } from "../hooks/json-values.ts";
import type { CallOutcome } from "./events.ts";

/** Keys with an exit status: 0 is a success. */
const statusKeys = ["exit_code", "exitCode", "exit_status", "return_code", "returncode"];
/** Keys that are true if the call failed. */
const failureKeys = ["is_error", "isError", "interrupted", "timed_out"];
/** Keys with the result of a tool. */
const resultKeys = ["tool_response", "tool_output", "tool_result", "toolResult", "result"];

/**
 * Reads from a hook payload how a call ended: from an exit status, an error, or the event of a failure.
 *
 * @returns undefined if the payload does not say it: before the call, or if the host reports neither.
 *
 * @example
 * ```ts
 * import { readCallOutcome } from "@precept/governance";
 *
 * readCallOutcome({ hook_event_name: "PostToolUse", tool_name: "Bash", tool_response: { stderr: "no", exit_code: 1 } }); // "failed"
 * ```
 */
export function readCallOutcome(payload: unknown): CallOutcome | undefined {
  if (!isRecord(payload)) return undefined;
  const record = payload as JsonRecord;
  const event = stringAt(record, "hook_event_name") ?? "";
  if (/^(?:post|after).*fail/i.test(event)) return "failed";
  if (!/^(?:post|after)/i.test(event)) return undefined;
  const results = resultKeys.flatMap((key) => (Object.hasOwn(record, key) ? [record[key] as Json] : []));
  const known = [record, ...results].flatMap((value) => outcomeIn(value) ?? []);
  if (known.includes("failed")) return "failed";
  // A host that reports a failure as another event reports a result only for a success.
  return known.length > 0 || results.length > 0 ? "succeeded" : undefined;
}

function outcomeIn(value: Json): CallOutcome | undefined {
  if (typeof value === "string") return /^(?:Error|Exit code [1-9])/.test(value) ? "failed" : undefined;
  if (!isRecord(value)) return undefined;
  const record = value as JsonRecord;
  const status = statusKeys.map((key) => record[key]).find((one) => typeof one === "number");
  if (failureKeys.some((key) => record[key] === true) || record["success"] === false) return "failed";
  if (/^(?:error|failed|failure)$/i.test(stringAt(record, "status") ?? stringAt(record, "resultType") ?? "")) return "failed";
  if ((stringAt(record, "error") ?? "") !== "") return "failed";
  if (status !== undefined) return status === 0 ? "succeeded" : "failed";
  return record["success"] === true ? "succeeded" : undefined;
}
