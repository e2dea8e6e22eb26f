import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** An HTTP server on the loopback interface for one test. */
export interface Loopback {
  readonly url: string;
  /** The bodies of the requests, in the order of arrival. */
  readonly bodies: readonly string[];
}

/** @param answer receives the number of the request, starting at 1. */
export async function startLoopback(
  answer: (response: ServerResponse, count: number, request: IncomingMessage) => void,
): Promise<Loopback> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => (body += part));
    request.on("end", () => {
      bodies.push(body);
      answer(response, bodies.length, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/told`, bodies };
}
