import { isRecord, type Json } from "@precept/core";
import type { CallOutcome } from "../sequences/events.ts";
import { stringAt, type JsonRecord } from "./json-values.ts";
import type { PayloadFields } from "./payload-fields.ts";

/** Keys with an exit status: 0 is a success. */
const statusKeys = ["exit_code", "exitCode", "exit_status", "return_code", "returncode"];
/** Keys that are true if the call failed. */
const failureKeys = ["is_error", "isError", "interrupted", "timed_out"];

/**
 * Reads from a hook payload how a call ended: from an exit status, an error, or the event of a failure. A result
 * without any of them counts as a success.
 *
 * @returns undefined before the call, or if there is no result.
 */
export function readCallOutcome(payload: JsonRecord, { event, kind, result }: PayloadFields): CallOutcome | undefined {
  if (kind !== "afterTool") return undefined;
  if (/fail/i.test(event)) return "failed";
  const values = [payload, ...(result === undefined ? [] : [result])];
  const known = values.flatMap((value) => outcomeIn(value) ?? []);
  if (known.includes("failed")) return "failed";
  return known.length > 0 || result !== undefined ? "succeeded" : undefined;
}

function outcomeIn(value: Json): CallOutcome | undefined {
  if (typeof value === "string") return /^(?:Error|Exit code [1-9])/.test(value) ? "failed" : undefined;
  if (!isRecord(value)) return undefined;
  const record: JsonRecord = value;
  const status = statusKeys.map((key) => record[key]).find((one) => typeof one === "number");
  if (failureKeys.some((key) => record[key] === true) || record["success"] === false) return "failed";
  if (/^(?:error|failed|failure)$/i.test(stringAt(record, "status") ?? stringAt(record, "resultType") ?? "")) return "failed";
  if ((stringAt(record, "error") ?? "") !== "") return "failed";
  if (status !== undefined) return status === 0 ? "succeeded" : "failed";
  return record["success"] === true ? "succeeded" : undefined;
}
