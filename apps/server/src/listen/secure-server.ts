import { createSecureServer as createHttp2SecureServer, type Http2SecureServer } from "node:http2";
import { dirname, parse } from "node:path";
import { PreceptError } from "@precept/core";
import { describeUnread, messageOf, openRoot, pollFile, readFileInSync } from "@precept/files";
import type { NodeHandler } from "./open-requests.ts";
import type { ConnectionLimits, TlsFiles } from "./options.ts";
import { http1Options, http2Options, limitSessions } from "./protocol-options.ts";

/** The maximum size of a certificate or key, in bytes. */
const maxPemBytes = 1_048_576;

/** How often the files of the certificate are compared, in milliseconds. */
const renewalIntervalMs = 60_000;

/** Serves HTTP/1.1 and HTTP/2 with TLS. Renewed certificates apply in a minute. @throws PreceptError `TLS_INVALID` */
export async function createSecureServer(
  handler: NodeHandler,
  files: TlsFiles,
  limits: Required<ConnectionLimits>,
): Promise<Http2SecureServer> {
  const server = await open(files, limits, handler);
  // Not all releases of Node read these from the options.
  const { headersMs: headersTimeout, requestMs: requestTimeout, idleMs: keepAliveTimeout } = limits;
  Object.assign(server, { headersTimeout, requestTimeout, keepAliveTimeout });
  limitSessions(server, limits);
  // Errors of single connections, such as failed handshakes
  server.on("tlsClientError", (_error, socket) => socket.destroy());
  const ends = [files.cert, files.key].map((path) => pollFile(rootOf(path), path, renewalIntervalMs, () => renew(server, files)));
  server.on("close", () => {
    for (const end of ends) end();
  });
  return server;
}

async function open(files: TlsFiles, limits: Required<ConnectionLimits>, handler: NodeHandler): Promise<Http2SecureServer> {
  const pem = readPem(files);
  try {
    return createHttp2SecureServer(
      {
        ...http2Options(limits),
        ...http1Options(limits),
        ...pem,
        allowHTTP1: true,
        handshakeTimeout: limits.handshakeMs,
        minVersion: "TLSv1.2",
      },
      handler,
    );
  } catch (error) {
    throw new PreceptError("TLS_INVALID", { reason: messageOf(error) }, { cause: error });
  }
}

/** Uses the changed files for new connections. Files that do not match yet are tried again when they change. */
function renew(server: Http2SecureServer, files: TlsFiles): void {
  try {
    server.setSecureContext(readPem(files));
  } catch {
    // The previous certificate stays in use.
  }
}

function readPem({ cert, key }: TlsFiles): { readonly cert: Buffer; readonly key: Buffer } {
  return { cert: read(cert), key: read(key) };
}

function read(path: string): Buffer {
  const content = readFileInSync(rootOf(path), path, { maxBytes: maxPemBytes });
  if (content.kind !== "bytes")
    throw new PreceptError("TLS_INVALID", { reason: `"${path}" cannot be read: ${describeUnread(content)}` });
  return content.bytes;
}

/** Certificates are often links to files in another directory. */
function rootOf(path: string) {
  return openRoot(dirname(path), { trusted: [parse(path).root] });
}
