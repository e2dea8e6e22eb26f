import { Code, ConnectError, createContextKey, type ContextKey, type HandlerContext } from "@connectrpc/connect";
import { codeToHttpStatus } from "@connectrpc/connect/protocol-connect";
import type { ObserveOptions } from "../http/observe-requests.ts";
import { admittedCall } from "./admit-calls.ts";

/** The id of the project of a call, when it has been found. */
export const projectOfCall: ContextKey<string | undefined> = createContextKey<string | undefined>(undefined);

/**
 * Returns a function that logs one line for a call when it ends, and counts it like a request, with the HTTP status of
 * its code.
 */
export function observeCalls({ log, metrics }: ObserveOptions): (context: HandlerContext, requestId: string) => void {
  return ({ method, service, requestMethod, signal, values }, requestId) => {
    const start = performance.now();
    const onEnd = (): void => {
      const ms = performance.now() - start;
      // The reason is the error of the call, if it has one.
      const code = signal.reason instanceof ConnectError ? signal.reason.code : undefined;
      const status = code === undefined ? 200 : codeToHttpStatus(code);
      const route = `/${service.typeName}/${method.name}`;
      metrics.requests.add({ method: requestMethod, route, status: String(status) });
      metrics.durations.observe({ method: requestMethod, route }, ms / 1000);
      const principal = values.get(admittedCall)?.principal;
      const project = values.get(projectOfCall);
      log[status >= 500 && code !== Code.Canceled ? "error" : "info"](
        {
          request_id: requestId,
          method: requestMethod,
          route,
          status,
          ms: Math.round(ms * 100) / 100,
          ...(principal?.user !== undefined && { user: principal.user }),
          ...(principal?.tokenId !== undefined && { token: principal.tokenId }),
          ...(project !== undefined && { project }),
        },
        "request",
      );
    };
    // The signal is aborted at the end of every call.
    if (signal.aborted) onEnd();
    else signal.addEventListener("abort", onEnd, { once: true });
  };
}
