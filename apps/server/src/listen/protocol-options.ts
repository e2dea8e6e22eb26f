import type { ServerOptions } from "node:http";
import {
  constants,
  type Http2SecureServer,
  type Http2Server,
  type ServerHttp2Session,
  type ServerOptions as Http2ServerOptions,
} from "node:http2";
import type { ConnectionLimits } from "./options.ts";

/** How often timeouts of HTTP/1.1 requests are checked, in milliseconds. */
const checkIntervalMs = 1000;

/** How many requests an HTTP/2 client may cancel immediately, and per second after that. More end the connection. */
const cancelledInitially = 200;
const cancelledPerSecond = 30;

/** The maximum memory of an HTTP/2 connection, in megabytes. */
const sessionMegabytes = 10;

export function http1Options(limits: Required<ConnectionLimits>): ServerOptions {
  return {
    headersTimeout: Math.min(limits.headersMs, limits.requestMs),
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: Math.min(checkIntervalMs, limits.headersMs),
    maxHeaderSize: limits.headerBytes,
    // A second, different length of a body could make a proxy in front of the server see other requests than the
    // server.
    insecureHTTPParser: false,
    requireHostHeader: true,
  };
}

export function http2Options(limits: Required<ConnectionLimits>): Http2ServerOptions {
  return {
    maxSessionMemory: sessionMegabytes,
    streamResetBurst: cancelledInitially,
    streamResetRate: cancelledPerSecond,
    settings: { maxConcurrentStreams: limits.streams, maxHeaderListSize: limits.headerBytes, enablePush: false },
  };
}

/** Closes idle, silent and slow HTTP/2 connections. On `stopping`, connections end after their requests. */
export function limitSessions(server: Http2Server | Http2SecureServer, limits: Required<ConnectionLimits>): void {
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session) => {
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
    let streams = 0;
    const wait = (): void => {
      session.setTimeout(streams === 0 ? limits.idleMs : limits.silentMs);
    };
    session.on("timeout", () => (streams === 0 ? session.close() : session.destroy()));
    session.on("stream", (stream) => {
      streams += 1;
      wait();
      const timer = stream.endAfterHeaders
        ? undefined
        : setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), limits.requestMs);
      stream.on("end", () => clearTimeout(timer));
      stream.on("close", () => {
        clearTimeout(timer);
        streams -= 1;
        if (!session.closed) wait();
      });
    });
    wait();
  });
  server.on("stopping", () => {
    for (const session of sessions) session.close();
  });
}
