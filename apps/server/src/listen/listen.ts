import { once } from "node:events";
import { lookup } from "node:dns/promises";
import type { Server as HttpServer } from "node:http";
import type { Server as HttpsServer } from "node:https";
import type { Http2SecureServer } from "node:http2";
import { Server as NetServer, type AddressInfo, type Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout } from "node:timers/promises";
import { PreceptError } from "@precept/core";
import { errorCode, messageOf } from "@precept/files";
import { isLoopback } from "../access/address.ts";
import { createCleartextServer } from "./cleartext-server.ts";
import { OpenRequests, type NodeHandler } from "./open-requests.ts";
import { defaultConnectionLimits, defaultGraceMs, defaultHost, defaultPort, type ListenOptions } from "./options.ts";
import { createSecureServer } from "./secure-server.ts";
import { listenOnSocket } from "./unix-socket.ts";

/** A server that answers requests on an address. */
export interface Listening {
  /** The address, such as `http://127.0.0.1:4141`, or `unix:/run/precept.sock`. */
  readonly url: string;
  /** The requests that are being answered. */
  readonly requests: OpenRequests;
  /**
   * Accepts no more connections. Resolves when the open ones have ended after their current requests, or after half a
   * second: until then, requests that clients send on them are answered, since they may have been sent before.
   */
  endListening(): Promise<void>;
  /** Calls `endListening`, ends event streams, and waits for requests. Returns how many exceed the grace period. */
  close(): Promise<number>;
}

/** How long open connections are read after the end of listening, in milliseconds. */
const lingerMs = 500;

/** What is served: a `PreceptServer`, or a part of it. */
export interface Listener {
  readonly nodeHandler: NodeHandler;
  /** Whether requests need a token. */
  readonly isAuthenticated: boolean;
}

/**
 * Listens on a port or on a Unix socket. One port serves HTTP/1.1 and HTTP/2, with or without TLS.
 *
 * @throws PreceptError `BIND_REFUSED` if the server has no tokens and the address is not of this machine only,
 *   `ADDRESS_IN_USE`, `ADDRESS_UNAVAILABLE`, `TLS_INVALID`.
 */
export async function listen(server: Listener, options: ListenOptions = {}): Promise<Listening> {
  const { host = defaultHost, port = defaultPort, socket, tls, graceMs = defaultGraceMs } = options;
  const limits = { ...defaultConnectionLimits, ...options.limits };
  const requests = new OpenRequests();
  const handler = requests.track(server.nodeHandler);
  const address = socket === undefined ? await resolveHost(host, server.isAuthenticated) : undefined;
  const node = tls === undefined ? createCleartextServer(handler, limits) : await createSecureServer(handler, tls, limits);
  node.maxConnections = limits.connections;
  const sockets = trackSockets(node);
  const name = socket ?? `${host.includes(":") ? `[${host}]` : host}:${port}`;
  await bind(node, name, async () => {
    if (socket !== undefined) return listenOnSocket(node, socket);
    node.listen({ host: address, port, exclusive: true });
    await once(node, "listening");
  });
  const closed = once(node, "close");
  let ending: Promise<void> | undefined;
  const endListening = async (): Promise<void> => {
    // Accepts the connections that wait for it.
    await nextTurn();
    // The `close` of an HTTP server also closes idle connections, whose clients may just have sent a request.
    NetServer.prototype.close.call(node);
    requests.endConnections();
    const isClosed = new AbortController();
    void closed.then(() => isClosed.abort());
    await setTimeout(Math.min(lingerMs, graceMs), undefined, isClosed).catch(() => undefined);
  };
  const scheme = tls === undefined ? "http" : "https";
  const actual = node.address() as AddressInfo | string;
  return {
    url: typeof actual === "string" ? `unix:${actual}` : `${scheme}://${name.replace(/:\d+$/, `:${actual.port}`)}`,
    requests,
    endListening: async () => (ending ??= endListening()),
    async close() {
      await (ending ??= endListening());
      node.emit("stopping");
      const unfinished = await requests.finish(graceMs);
      node.close();
      for (const one of sockets) one.destroy();
      await closed;
      return unfinished;
    },
  };
}

/**
 * Resolves a host to an IP address, so that its name cannot mean another one later. Without authentication, only
 * addresses of this machine are allowed. @throws PreceptError `BIND_REFUSED`, `ADDRESS_UNAVAILABLE`
 */
async function resolveHost(host: string, isAuthenticated: boolean): Promise<string> {
  const address = await lookup(host === "" ? "::" : host).then(
    (found) => found.address,
    (error: unknown) => {
      throw new PreceptError(
        "ADDRESS_UNAVAILABLE",
        { address: JSON.stringify(host), reason: "the host is unknown" },
        { cause: error },
      );
    },
  );
  if (!isAuthenticated && !isLoopback(address))
    throw new PreceptError("BIND_REFUSED", { address: host === "" ? "all addresses" : host });
  return address;
}

type NodeServer = HttpServer | HttpsServer | Http2SecureServer;

/** The open connections of a server. */
function trackSockets(node: NodeServer): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  node.prependListener("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  return sockets;
}

/** Explains the errors of listening. */
async function bind(node: NodeServer, address: string, start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    node.close();
    if (PreceptError.is(error)) throw error;
    if (errorCode(error) === "EADDRINUSE") throw new PreceptError("ADDRESS_IN_USE", { address }, { cause: error });
    throw new PreceptError("ADDRESS_UNAVAILABLE", { address, reason: explain(error) }, { cause: error });
  }
}

function explain(error: unknown): string {
  switch (errorCode(error)) {
    case "EACCES":
      return "this user may not use it (ports below 1024 need a privilege)";
    case "EADDRNOTAVAIL":
      return "the address does not belong to this machine";
    case undefined:
    default:
      return messageOf(error);
  }
}
