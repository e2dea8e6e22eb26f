import { Code, ConnectError, createContextKey, type ContextKey, type HandlerContext } from "@connectrpc/connect";
import { codeToHttpStatus } from "@connectrpc/connect/protocol-connect";
import { PreceptError } from "@precept/core";
import { isAllowedOrigin } from "../access/host.ts";
import type { Principal } from "../access/principal.ts";
import type { ServerParts } from "../app/server-parts.ts";
import { rpcHeaders } from "../http/cross-origin.ts";
import { recordRequest } from "../http/observe-requests.ts";
import { readRequestIds, type RequestIds } from "../http/request-ids.ts";
import { toConnectError } from "./to-connect-error.ts";

interface AdmittedCall {
  readonly requestId: string;
  readonly principal: Principal;
}

export const admittedCall: ContextKey<AdmittedCall | undefined> = createContextKey<AdmittedCall | undefined>(undefined);

/** The address of the client. Undefined: unknown. */
export const clientAddress: ContextKey<string | undefined> = createContextKey<string | undefined>(undefined);

/** The id of the project of a call, when it has been found. */
export const projectOfCall: ContextKey<string | undefined> = createContextKey<string | undefined>(undefined);

type GateParts = Pick<ServerParts, "admission" | "allowedOrigins" | "stopping" | "log" | "metrics">;

/** Returns the gate of calls: it makes the checks of REST requests and sets `X-Request-Id` before a message is read. */
export function admitCalls(parts: GateParts): (context: HandlerContext) => Promise<void> {
  const { admission, allowedOrigins, stopping } = parts;
  return async (context) => {
    const { requestHeader, values } = context;
    const ids = readRequestIds((name) => requestHeader.get(name));
    const { requestId } = ids;
    observeCall(context, ids, parts);
    setHeaders(context, requestId, allowedOrigins);
    const { host } = new URL(context.url);
    try {
      if (stopping.aborted) throw new PreceptError("SERVER_STOPPING", {});
      const { principal, release } = await admission.admit({
        // The authority of HTTP/2, or the header `Host`.
        header: (name) => (name === "host" ? host : (requestHeader.get(name) ?? undefined)),
        address: values.get(clientAddress),
      });
      onEnd(context, release);
      values.set(admittedCall, { requestId, principal });
    } catch (error) {
      throw toConnectError(error, requestId);
    }
  };
}

/** The signal is aborted at the end of every call. */
function onEnd({ signal }: HandlerContext, listener: () => void): void {
  if (signal.aborted) listener();
  else signal.addEventListener("abort", listener, { once: true });
}

/** Records a call like a request when it ends, with the HTTP status of its code. */
function observeCall(context: HandlerContext, ids: RequestIds, parts: GateParts): void {
  const { method, service, requestMethod, signal, values } = context;
  const start = performance.now();
  onEnd(context, () => {
    // The reason is the error of the call, if it has one.
    const code = signal.reason instanceof ConnectError ? signal.reason.code : undefined;
    const status = code === undefined ? 200 : codeToHttpStatus(code);
    recordRequest(parts, status >= 500 && code !== Code.Canceled ? "error" : "info", {
      ...ids,
      method: requestMethod,
      route: `/${service.typeName}/${method.name}`,
      status,
      start,
      principal: values.get(admittedCall)?.principal,
      project: values.get(projectOfCall),
    });
  });
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
