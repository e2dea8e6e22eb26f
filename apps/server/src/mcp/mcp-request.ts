import { isRecord, PreceptError } from "@precept/core";
import type { Reply, RequestContext, StreamReply } from "../routes/handler.ts";
import type { McpQuery } from "./query.ts";

/** A request of an MCP client, read and validated. */
export interface McpRequest {
  readonly method: "POST" | "GET" | "DELETE";
  /** Absolute. */
  readonly url: string;
  readonly headers: Headers;
  readonly query: McpQuery;
  /** The JSON-RPC message of a `POST`. */
  readonly message: unknown;
}

export interface McpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type McpReply = Reply<McpAnswer> | StreamReply;

/** Whether a client asks for a stream of changes: with a session, or with a message. */
export function asksForStream({ method, message }: Pick<McpRequest, "method" | "message">): boolean {
  return method === "GET" || (isRecord(message) && message["method"] === "subscriptions/listen");
}

/** A stream ends with the client, its token, the server or the project. */
export function endOfStream({ signal, project, stopping }: RequestContext): AbortSignal {
  return AbortSignal.any([signal, stopping, project.events.closed]);
}

/** @param part the part of the request that is wrong, such as `the body`. */
export function invalidRequest(part: string, problem: string): PreceptError<"REQUEST_INVALID"> {
  const detail = `${part} ${problem}`;
  return new PreceptError("REQUEST_INVALID", { reasons: [detail], parts: [{ pointer: "", detail }] });
}
