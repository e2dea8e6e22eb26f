import { Code, ConnectError, createContextKey, type ContextKey, type HandlerContext } from "@connectrpc/connect";
import { codeToHttpStatus } from "@connectrpc/connect/protocol-connect";
import { PreceptError } from "@precept/core";
import { begin, type Observation } from "@precept/telemetry";
import { isAllowedOrigin } from "../access/host.ts";
import type { Principal } from "../access/principal.ts";
import type { ServerParts } from "../app/server-parts.ts";
import { rpcHeaders } from "../http/cross-origin.ts";
import { logRequest } from "../http/observe-requests.ts";
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

/** How a call is traced and measured. Set before the call is admitted. */
export const observationOfCall: ContextKey<Observation | undefined> = createContextKey<Observation | undefined>(undefined);

type GateParts = Pick<ServerParts, "admission" | "allowedOrigins" | "stopping" | "log">;

/** Returns the gate of calls: it makes the checks of REST requests and sets `X-Request-Id` before a message is read. */
export function admitCalls(parts: GateParts): (context: HandlerContext) => Promise<void> {
  const { admission, allowedOrigins, stopping } = parts;
  return async (context) => {
    const { requestHeader, values } = context;
    const ids = readRequestIds((name) => requestHeader.get(name));
    const { requestId } = ids;
    await observeCall(context, ids, parts);
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

/** Logs a call like a request when it ends, with the HTTP status of its code. Traces and measures it. */
async function observeCall(context: HandlerContext, ids: RequestIds, { log }: GateParts): Promise<void> {
  const { method, service, requestMethod, requestHeader, signal, values, protocolName } = context;
  const start = performance.now();
  const name = `${service.typeName}/${method.name}`;
  const attributes = {
    "rpc.system.name": protocolName === "connect" ? "connectrpc" : "grpc",
    "rpc.method": name,
    "precept.request.id": ids.requestId,
  };
  const observation = await begin("rpcCall", attributes, { carrier: (field) => requestHeader.get(field) });
  values.set(observationOfCall, observation);
  onEnd(context, () => {
    // The reason is the error of the call, if it has one.
    const code = signal.reason instanceof ConnectError ? signal.reason.code : undefined;
    const status = code === undefined ? 200 : codeToHttpStatus(code);
    const isFailed = status >= 500 && code !== Code.Canceled;
    const statusName = code === undefined ? "OK" : nameOf(code);
    observation.annotate({
      "rpc.response.status_code": statusName,
      "error.type": isFailed ? statusName : undefined,
      "precept.project.id": values.get(projectOfCall),
    });
    observation.run(() =>
      logRequest(log, isFailed ? "error" : "info", {
        ...ids,
        method: requestMethod,
        route: `/${name}`,
        status,
        start,
        principal: values.get(admittedCall)?.principal,
        project: values.get(projectOfCall),
      }),
    );
    observation.end();
  });
}

/** Returns the name of a code as gRPC writes it, such as `NOT_FOUND`. */
function nameOf(code: Code): string {
  return (Code[code] ?? "Unknown").replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
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
