import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
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
import type { ObserveOptions } from "../http/observe-requests.ts";
import type { Projects } from "../projects/projects.ts";
import { admitCalls, clientAddress, type AdmitCallsOptions } from "./admit-calls.ts";
import { serveMemoryRules } from "./memory-rules-service.ts";
import { observeCalls } from "./observe-calls.ts";

export interface RpcOptions extends Omit<AdmitCallsOptions, "onCall">, ObserveOptions {
  readonly projects: Projects;
  /** The maximum size of a request message in bytes, after decompression. */
  readonly maxRequestBytes: number;
  /** The maximum size of a response message in bytes. Larger responses are errors. Default 64 MiB. */
  readonly maxResponseBytes?: number;
}

/** The calls of the server: gRPC, gRPC-Web and Connect. */
export interface Rpc {
  /**
   * Answers a request of Connect or gRPC-Web. gRPC needs trailers, which the Fetch API does not have. Returns undefined
   * if the request is no call.
   */
  readonly fetch: (request: Request) => Promise<Response> | undefined;
  /** Answers a call over HTTP/1.1 or HTTP/2. Returns false, and does nothing, if the request is no call. */
  readonly answerNode: (request: IncomingMessage | Http2ServerRequest, response: ServerResponse | Http2ServerResponse) => boolean;
}

/** Creates the handlers of all calls. */
export function createRpc({
  projects,
  log,
  metrics,
  maxRequestBytes,
  maxResponseBytes = 64 * 1024 * 1024,
  ...admission
}: RpcOptions): Rpc {
  const options: ConnectRouterOptions = {
    requestGate: admitCalls({ ...admission, onCall: observeCalls({ log, metrics }) }),
    readMaxBytes: maxRequestBytes,
    writeMaxBytes: maxResponseBytes,
    // Fields have the names of the `.proto` file. A misspelled one is an error, as in REST.
    jsonOptions: { useProtoFieldName: true, alwaysEmitImplicit: true, ignoreUnknownFields: false },
    acceptCompression: [compressionGzip, compressionBrotli],
  };
  const mount = (more: ConnectRouterOptions): ReadonlyMap<string, UniversalHandler> => {
    const { handlers } = createConnectRouter({ ...options, ...more }).service(
      MemoryRulesService,
      serveMemoryRules({ projects, log }),
    );
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
        log.debug({ err: error }, "an answer could not be sent");
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

async function answerCall(
  handler: UniversalHandler,
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
): Promise<void> {
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
