import {
  INVALID_REQUEST,
  parseJSONRPCMessage,
  PARSE_ERROR,
  type JSONRPCMessage,
  type RequestId,
} from "@modelcontextprotocol/server";
import type { InputLine } from "./line-reader.ts";

export type ParsedLine =
  | { readonly kind: "message"; readonly message: JSONRPCMessage }
  | { readonly kind: "blank" }
  /** No valid message. `id` is the request's id, null if it is unknown, and undefined if no response may be sent. */
  | {
      readonly kind: "malformed";
      readonly id: RequestId | null | undefined;
      readonly code: number;
      readonly problem: string;
    };

/** Reads one JSON-RPC message from one line. Never throws. */
export function readMessage(line: InputLine, maxLength: number): ParsedLine {
  if (line.kind === "too-long") {
    return invalid(idOfExcerpt(line.start, line.end), `the line is longer than ${maxLength} bytes`);
  }
  if (line.bytes.every(isBlank)) return { kind: "blank" };
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line.bytes));
  } catch (error) {
    const problem = error instanceof SyntaxError ? "the line is not JSON" : "the line is not UTF-8";
    return { kind: "malformed", id: null, code: PARSE_ERROR, problem: `Parse error: ${problem}` };
  }
  try {
    return { kind: "message", message: parseJSONRPCMessage(value) };
  } catch {
    if (Array.isArray(value)) return invalid(null, "batches are not supported");
    return invalid(idOf(value), "the line is not a JSON-RPC 2.0 message");
  }
}

function invalid(id: RequestId | null | undefined, problem: string): ParsedLine {
  return { kind: "malformed", id, code: INVALID_REQUEST, problem: `Invalid request: ${problem}` };
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

/** The id of an invalid request. Responses, even invalid ones, are never answered. */
function idOf(value: unknown): RequestId | null | undefined {
  if (typeof value !== "object" || value === null) return null;
  if (!("method" in value) && ("result" in value || "error" in value)) return undefined;
  const id = "id" in value ? value.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

const version = String.raw`"jsonrpc"\s*:\s*"2\.0"\s*,\s*`;
const id = String.raw`"id"\s*:\s*(-?\d{1,15}|"[^"\\]{0,200}")`;
const startsWithId = new RegExp(String.raw`^\s*\{\s*(?:${version})?${id}\s*,\s*(?:${version})?"method"\s*:`);
const startsWithMethod = new RegExp(String.raw`^\s*\{\s*(?:${version})?"method"\s*:`);
const endsWithId = new RegExp(String.raw`,\s*${id}\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`);

/**
 * The id of an overlong request, if it is where SDKs write it: first, or after the method. The end of a valid line is
 * outside of all strings and nested objects, so that no text can pretend to be the id.
 */
function idOfExcerpt(start: Buffer, end: Buffer): RequestId | null {
  const head = start.toString("latin1");
  const written =
    startsWithId.exec(head)?.[1] ?? (startsWithMethod.test(head) ? endsWithId.exec(end.toString())?.[1] : undefined);
  return written === undefined ? null : (JSON.parse(written) as RequestId);
}
