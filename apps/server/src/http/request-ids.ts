import { randomUUID } from "node:crypto";

/** By what a request is found in logs. */
export interface RequestIds {
  /** The client's `X-Request-Id`, or a new id. It is in the answer, too. */
  readonly requestId: string;
  /** The trace that the request belongs to, by its `traceparent`: 32 hexadecimal digits. */
  readonly traceId: string | undefined;
}

/** What an id of a client can be. Others could make a log unreadable. */
const acceptedId = /^[\w.:+/=-]{1,128}$/;

/** W3C Trace Context: version, trace, span and flags. Later versions may append fields. */
const traceParent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-|$)/;

/** Reads the ids of a request. Invalid ones are like absent ones. @param header returns a header by its name. */
export function readRequestIds(header: (name: string) => string | null | undefined): RequestIds {
  const requestId = header("x-request-id") ?? "";
  return {
    requestId: acceptedId.test(requestId) ? requestId : randomUUID(),
    traceId: traceParent.exec(header("traceparent") ?? "")?.[1],
  };
}
