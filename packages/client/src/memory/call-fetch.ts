import { ErrorInfoSchema } from "@precept/contract/memory";
import { Code, ConnectError } from "@connectrpc/connect";
import { ConnectionError } from "../connection-error.ts";
import type { CallOptions } from "../transport/options.ts";
import { ServerError, type ServerErrorCode } from "../server-error.ts";
import { readRetryAfter } from "../transport/retry-delay.ts";
import type { Answer, Transport } from "../transport/transport.ts";

/**
 * Creates a `fetch` for one call, with the token, time limits and retries of a transport, and a function that converts
 * the error of Connect with the last failure and the last answer.
 */
export function createCallFetch(
  transport: Transport,
  options: CallOptions & { readonly isRepeatable: boolean },
): { readonly fetch: typeof globalThis.fetch; readonly toError: (error: unknown) => unknown } {
  let failure: unknown;
  let answer: Answer | undefined;
  return {
    async fetch(input, init) {
      try {
        const url = input instanceof Request ? input.url : input.toString();
        answer = await transport.send(
          {
            method: init?.method ?? "POST",
            path: url.slice(transport.url.length),
            headers: Object.fromEntries(new Headers(init?.headers)),
            body: init?.body as Uint8Array<ArrayBuffer>,
            isRepeatable: options.isRepeatable,
            // Connect also uses the status 429 for a message that is too large, but without `Retry-After`.
            isTemporary: ({ status, headers }) => status === 503 || (status === 429 && headers.has("retry-after")),
          },
          options,
        );
        return new Response(answer.body, { status: answer.status, headers: answer.headers });
      } catch (error) {
        failure = error;
        throw error;
      }
    },
    toError(error) {
      if (failure !== undefined) return failure;
      const converted = ConnectError.from(error);
      if (converted.code === Code.DeadlineExceeded && answer === undefined) {
        return new ConnectionError("TIMEOUT", "The server did not answer in time.", { cause: error });
      }
      return toServerError(converted, answer);
    },
  };
}

/** The codes of errors without details, from Connect itself or from a proxy. */
const codes: Partial<Readonly<Record<Code, ServerErrorCode>>> = {
  [Code.InvalidArgument]: "REQUEST_INVALID",
  [Code.ResourceExhausted]: "BODY_TOO_LARGE",
};

function toServerError(error: ConnectError, answer: Answer | undefined): ServerError {
  const [info] = error.findDetails(ErrorInfoSchema);
  const code = (info?.code ?? error.metadata.get("precept-code") ?? codes[error.code] ?? "UNEXPECTED_ANSWER") as ServerErrorCode;
  return new ServerError(
    {
      code,
      message: error.rawMessage,
      status: answer?.status ?? 0,
      requestId: info?.requestId ?? answer?.headers.get("x-request-id") ?? undefined,
      reasons: info?.reasons,
      ...(answer !== undefined && {
        isOutcomeUnknown: answer.isOutcomeUnknown,
        retryAfterMs: readRetryAfter(answer.headers.get("retry-after"), Date.now()),
      }),
    },
    { cause: error },
  );
}
