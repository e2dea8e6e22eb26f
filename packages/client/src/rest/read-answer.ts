import type { Problem } from "@precept/contract";
import { ConnectionError } from "../connection-error.ts";
import { ServerError, type ServerErrorCode } from "../server-error.ts";
import { readRetryAfter } from "../transport/retry-delay.ts";
import type { Answer } from "../transport/transport.ts";

/**
 * Reads the body of an answer.
 *
 * @throws ServerError if the server answered with an error, ConnectionError `ANSWER_INVALID` if the body is not JSON.
 */
export function readAnswer(answer: Answer): unknown {
  if (answer.status < 200 || answer.status > 299) throw toServerError(answer);
  if (answer.status === 204) return undefined;
  const value = parse(answer.body);
  if (value === undefined) {
    const type = answer.headers.get("content-type") ?? "no type";
    const message = `The answer is not JSON, but has ${type}. Is this the address of a Precept server?`;
    throw new ConnectionError("ANSWER_INVALID", message, { isOutcomeUnknown: false });
  }
  return value;
}

export function toServerError({ status, headers, body, isOutcomeUnknown }: Answer): ServerError {
  const value = parse(body);
  const requestId = headers.get("x-request-id") ?? undefined;
  const retryAfterMs = readRetryAfter(headers.get("retry-after"), Date.now());
  if (!isProblem(value)) {
    const message = `The server answered with the status ${status}.`;
    return new ServerError({ code: "UNEXPECTED_ANSWER", message, status, requestId, isOutcomeUnknown, retryAfterMs });
  }
  return new ServerError({
    code: value.code as ServerErrorCode,
    message: value.detail,
    status,
    problem: value,
    requestId: value.request_id,
    reasons: value.errors?.map(({ pointer, detail }) => (pointer === "" ? detail : `${pointer}: ${detail}`)),
    isOutcomeUnknown,
    retryAfterMs,
  });
}

function parse(body: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

function isProblem(value: unknown): value is Problem {
  if (typeof value !== "object" || value === null) return false;
  const { code, detail } = value as Partial<Problem>;
  return typeof code === "string" && typeof detail === "string";
}
