import { randomUUID } from "node:crypto";
import { createContextKey, type ContextKey, type HandlerContext } from "@connectrpc/connect";
import type { Admission } from "../access/admission.ts";
import type { Principal } from "../access/principal.ts";
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

/**
 * Returns a gate for calls that makes the checks of REST requests, before the message is read. It gives each call an id, which is the header
 * `x-request-id` of the answer.
 */
export function admitCalls(admission: Admission): (context: HandlerContext) => Promise<void> {
  return async (context) => {
    const { requestHeader, requestMethod, responseHeader, signal, values } = context;
    const requestId = randomUUID();
    responseHeader.set("x-request-id", requestId);
    const { host, pathname } = new URL(context.url);
    try {
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
