import { createServer as createHttpServer } from "node:http";
import { createServer as createHttp2Server, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { PreceptServer } from "../src/create-server.ts";

/**
 * Serves a server over HTTP/1.1 or HTTP/2 without TLS, on the loopback interface, for one test. Returns its address.
 */
export async function listen({ nodeHandler }: Pick<PreceptServer, "nodeHandler">, version: 1 | 2 = 1): Promise<string> {
  const server = version === 1 ? createHttpServer(nodeHandler) : createHttp2Server(nodeHandler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session: ServerHttp2Session) => sessions.add(session));
  onTestFinished(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    for (const session of sessions) session.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
