import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseBody, type ExchangeListener } from "./exchange.ts";
import { protocols } from "./protocols.ts";
import type { ModelServer } from "./call-model.ts";

/** A server on the loopback interface between an agent and a model server. */
export interface Recorder extends AsyncDisposable {
  /** The base URL for the agent. It has a secret, so that other programs of the machine cannot use the key. */
  readonly url: string;
}

/** The maximum size of a request, in bytes. */
const maxRequestBytes = 64_000_000;

/** The maximum length of an answer that is recorded, in characters. The agent gets all of it. */
const maxRecordedLength = 4_000_000;

/** Headers of the agent that the model server does not get: they are about the connection, or a placeholder. */
const ownHeaders = new Set(
  "authorization x-api-key host connection content-length accept-encoding cookie transfer-encoding expect".split(" "),
);

/** Headers of an answer that are about its connection. */
const connectionHeaders = new Set("connection content-length content-encoding transfer-encoding keep-alive".split(" "));

/**
 * Starts a recorder. It passes each call to the model server, with the key that the agent does not have, and reports its bodies when the
 * answer ends.
 */
export async function startRecorder(
  server: Pick<ModelServer, "protocol" | "url" | "key">,
  onExchange: ExchangeListener,
): Promise<Recorder> {
  const secret = `/${randomBytes(16).toString("hex")}`;
  const stop = new AbortController();
  const listener = createServer((request, response) => {
    const { url = "" } = request;
    if (!url.startsWith(`${secret}/`)) return void response.writeHead(404).end();
    pass(request, response, url.slice(secret.length)).catch((error: unknown) => {
      if (response.headersSent) return response.destroy();
      response.writeHead(502, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { type: "api_error", message: String(error) } }));
    });
  });
  const pass = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const body = await readBody(request);
    const answer = await fetch(server.url + path, {
      method: request.method ?? "GET",
      headers: {
        ...headersOf(request),
        ...protocols[server.protocol].authorize(server.key ?? ""),
        "accept-encoding": "identity",
      },
      redirect: "manual",
      signal: stop.signal,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !connectionHeaders.has(name)));
    response.writeHead(answer.status, headers);
    let recorded = "";
    const decoder = new TextDecoder();
    try {
      if (answer.body === null) response.end();
      else {
        const parts = Readable.fromWeb(answer.body);
        parts.on("data", (part: Uint8Array) => {
          if (recorded.length < maxRecordedLength) recorded += decoder.decode(part, { stream: true });
        });
        await pipeline(parts, response);
      }
    } finally {
      // Also what an agent did not read to its end, since it was paid for.
      if (body.length > 0) {
        onExchange({ path, request: parseBody(body.toString("utf8")), status: answer.status, response: parseBody(recorded) });
      }
    }
  };
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${secret}`,
    async [Symbol.asyncDispose]() {
      stop.abort();
      listener.closeAllConnections();
      await new Promise<void>((resolve) => {
        listener.close(() => resolve());
      });
    },
  };
}

function headersOf(request: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      ownHeaders.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxRequestBytes) throw new Error("The request is too large.");
    parts.push(part);
  }
  return Buffer.concat(parts);
}
