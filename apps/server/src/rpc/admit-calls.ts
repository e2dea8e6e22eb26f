import { randomUUID } from "node:crypto";
import { createContextKey, type ContextKey, type HandlerContext } from "@connectrpc/connect";
import { PreceptError } from "@precept/core";
import type { Admission } from "../access/admission.ts";
import { isAllowedOrigin } from "../access/origin.ts";
import type { Principal } from "../access/principal.ts";
import { rpcHeaders } from "../http/cross-origin.ts";
import { toConnectError } from "./to-connect-error.ts";

/** A call that may be served. */
export interface AdmittedCall {
  readonly requestId: string;
  readonly principal: Principal;
}

/** The admitted call of a context. */
export const admittedCall: ContextKey<AdmittedCall | undefined> = createContextKey<AdmittedCall | undefined>(undefined);

/** The address of the client. Absent: unknown. */
export const clientAddress: ContextKey<string | undefined> = createContextKey<string | undefined>(undefined);

export interface AdmitCallsOptions {
  readonly admission: Admission;
  /** The origins of web pages that may read the answers. */
  readonly allowedOrigins: readonly string[];
  /** Aborted when the server begins to shut down. */
  readonly stopping: AbortSignal;
  /** Called for every call, before it is admitted. */
  readonly onCall: (context: HandlerContext, requestId: string) => void;
}

/**
 * Returns a gate for calls that makes the checks of REST requests, before the message is read. It gives each call an
 * id, which is the header `x-request-id` of the answer.
 */
export function admitCalls({
  admission,
  allowedOrigins,
  stopping,
  onCall,
}: AdmitCallsOptions): (context: HandlerContext) => Promise<void> {
  return async (context) => {
    const { requestHeader, requestMethod, signal, values } = context;
    const requestId = randomUUID();
    onCall(context, requestId);
    setHeaders(context, requestId, allowedOrigins);
    const { host, pathname } = new URL(context.url);
    try {
      if (stopping.aborted) throw new PreceptError("SERVER_STOPPING", {});
      const { principal, release } = await admission.admit({
        method: requestMethod,
        path: pathname,
        // The authority of HTTP/2, or the header `Host`.
        header: (name) => (name === "host" ? host : (requestHeader.get(name) ?? undefined)),
        address: values.get(clientAddress),
      });
      // The signal is aborted at the end of every call.
      if (signal.aborted) release();
      else signal.addEventListener("abort", release, { once: true });
      values.set(admittedCall, { requestId, principal });
    } catch (error) {
      throw toConnectError(error, requestId);
    }
  };
}

function setHeaders(
  { requestHeader, responseHeader }: HandlerContext,
  requestId: string,
  allowedOrigins: readonly string[],
): void {
  responseHeader.set("x-request-id", requestId);
  responseHeader.set("cache-control", "no-store");
  responseHeader.set("x-content-type-options", "nosniff");
  const origin = requestHeader.get("origin");
  if (origin === null || !isAllowedOrigin(origin, allowedOrigins)) return;
  responseHeader.set("access-control-allow-origin", origin);
  responseHeader.set("access-control-expose-headers", rpcHeaders.read.join(", "));
  responseHeader.append("vary", "Origin");
}
