import { createServer as createHttp1Server, type RequestListener, type Server } from "node:http";
import { createServer as createHttp2Server } from "node:http2";
import type { Socket } from "node:net";
import { peekProtocol } from "./detect-protocol.ts";
import { http1Options, http2Options, limitSessions } from "./protocol-options.ts";
import type { ConnectionLimits } from "./options.ts";
import type { NodeHandler } from "./open-requests.ts";

/**
 * Creates a server for HTTP/1.1 and HTTP/2 without TLS on one port. The HTTP/1.1 server listens, so that its limits
 * hold, and hands connections that begin with the HTTP/2 preface (h2c with prior knowledge) to the other one.
 */
export function createCleartextServer(handler: NodeHandler, limits: Required<ConnectionLimits>): Server {
  const http1 = createHttp1Server(http1Options(limits), handler as RequestListener);
  http1.setTimeout(limits.silentMs);
  const http2 = createHttp2Server(http2Options(limits), handler);
  limitSessions(http2, limits);
  const acceptHttp1 = http1.listeners("connection") as ((this: Server, socket: Socket) => void)[];
  http1.removeAllListeners("connection");
  http1.on("connection", (socket: Socket) => {
    peekProtocol(socket, limits.handshakeMs, (protocol) => {
      if (protocol === "http2") http2.emit("connection", socket);
      else for (const accept of acceptHttp1) accept.call(http1, socket);
    });
  });
  // Sends GOAWAY to the HTTP/2 clients. The server itself does not listen, so closing it fails.
  http1.on("stopping", () => http2.emit("stopping"));
  return http1;
}
