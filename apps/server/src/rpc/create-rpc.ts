import { createConnectRouter, createContextValues, type ConnectRouterOptions } from "@connectrpc/connect";
import {
  compressionBrotli,
  compressionGzip,
  universalRequestFromNodeRequest,
  universalResponseToNodeResponse,
} from "@connectrpc/connect-node";
import {
  universalServerRequestFromFetch,
  universalServerResponseToFetch,
  type UniversalHandler,
} from "@connectrpc/connect/protocol";
import { MemoryRulesService } from "@precept/contract/memory";
import type { ServerParts } from "../app/server-parts.ts";
import type { NodeHandler } from "../listen/open-requests.ts";
import { admitCalls, clientAddress } from "./call-gate.ts";
import { serveMemoryRules } from "./memory-rules-service.ts";

/** The calls of the server: gRPC, gRPC-Web and Connect. */
export interface Rpc {
  /** Answers Connect and gRPC-Web; gRPC needs trailers. Returns undefined if the request is no call. */
  readonly fetch: (request: Request) => Promise<Response> | undefined;
  /** Answers a call over HTTP/1.1 or HTTP/2. Returns false, and does nothing, if the request is no call. */
  readonly answerNode: (...exchange: Parameters<NodeHandler>) => boolean;
}

/** The maximum size of a response message in bytes. Larger responses are errors. */
const maxResponseBytes = 64 * 1024 * 1024;

/** Creates the handlers of all calls. Bodies have the limit of request messages, after decompression. */
export function createRpc(
  parts: Pick<ServerParts, "admission" | "allowedOrigins" | "limits" | "log" | "projects" | "stopping">,
): Rpc {
  const options: ConnectRouterOptions = {
    requestGate: admitCalls(parts),
    readMaxBytes: parts.limits.bodyBytes,
    writeMaxBytes: maxResponseBytes,
    // Fields have the names of the `.proto` file. A misspelled one is an error, as in REST.
    jsonOptions: { useProtoFieldName: true, alwaysEmitImplicit: true, ignoreUnknownFields: false },
    acceptCompression: [compressionGzip, compressionBrotli],
  };
  const mount = (more: ConnectRouterOptions): ReadonlyMap<string, UniversalHandler> => {
    const { handlers } = createConnectRouter({ ...options, ...more }).service(MemoryRulesService, serveMemoryRules(parts));
    return new Map(handlers.map((handler) => [handler.requestPath, handler]));
  };
  const withTrailers = mount({});
  const withoutTrailers = mount({ grpc: false });
  return {
    fetch(request) {
      const handler = isPreflight(request.method) ? undefined : withoutTrailers.get(new URL(request.url).pathname);
      return handler?.(universalServerRequestFromFetch(request, {})).then(universalServerResponseToFetch);
    },
    answerNode(request, response) {
      const handler = isPreflight(request.method) ? undefined : withTrailers.get(request.url?.split("?", 1)[0] ?? "");
      if (handler === undefined) return false;
      void answerCall(handler, request, response).catch((error: unknown) => {
        // Calls that fail are answered. What fails here is sending the answer.
        parts.log.debug({ err: error }, "an answer could not be sent");
        response.destroy();
      });
      return true;
    },
  };
}

/** Browsers ask with `OPTIONS` whether they may send a call. The answer is the same for all paths of the server. */
function isPreflight(method: string | undefined): boolean {
  return method === "OPTIONS";
}

async function answerCall(handler: UniversalHandler, ...[request, response]: Parameters<NodeHandler>): Promise<void> {
  const values = createContextValues().set(clientAddress, request.socket.remoteAddress);
  let call;
  try {
    call = universalRequestFromNodeRequest(request, response, undefined, values);
  } catch {
    // The host is missing, or is not a valid host.
    response.statusCode = 400;
    response.end();
    return;
  }
  await universalResponseToNodeResponse(await handler(call), response);
}
