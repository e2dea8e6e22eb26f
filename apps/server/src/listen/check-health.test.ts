import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer, type Server as SecureServer } from "node:https";
import type { AddressInfo, ListenOptions } from "node:net";
import { join } from "node:path";
import { createProject } from "@precept/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { createCertificate } from "../../test/certificate.ts";
import { checkHealth } from "./check-health.ts";

async function listening(
  server: Server | SecureServer,
  options: ListenOptions = { port: 0, host: "127.0.0.1" },
): Promise<string> {
  server.listen(options);
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return options.path ?? String((server.address() as AddressInfo).port);
}

const answer = (status: number) => (request: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(request.url === "/healthz" ? status : 404).end();

async function check(dir: string, env: Readonly<Record<string, string>>): Promise<string | undefined> {
  return checkHealth({ args: { root: [dir] }, env: { PRECEPT_HOME: join(dir, "home"), ...env }, cwd: dir });
}

describe("the health check", () => {
  it("finds the server on the port of the configuration, also if it listens on all addresses", async () => {
    const { dir } = await createProject({});
    const port = await listening(createServer(answer(200)));
    expect(await check(dir, { PRECEPT_SERVER_PORT: port, PRECEPT_SERVER_HOST: "0.0.0.0" })).toBeUndefined();
  });

  it("finds the server on a socket, and one with a certificate for another host", async () => {
    const { dir } = await createProject({});
    const socket = await listening(createServer(answer(200)), { path: join(dir, "s") });
    expect(await check(dir, { PRECEPT_SERVER_SOCKET: socket })).toBeUndefined();
    const { cert, key } = createCertificate(dir);
    const port = await listening(createSecureServer({ cert: readFileSync(cert), key: readFileSync(key) }, answer(200)));
    const tls = { PRECEPT_SERVER_TLS_CERT: cert, PRECEPT_SERVER_TLS_KEY: key };
    expect(await check(dir, { PRECEPT_SERVER_PORT: port, ...tls })).toBeUndefined();
    expect(await check(dir, { PRECEPT_SERVER_PORT: port })).toMatch(/^The server cannot be reached: /);
  });

  it("says that the server is not up, or not there", async () => {
    const { dir } = await createProject({});
    const server = createServer(answer(503));
    const port = await listening(server);
    expect(await check(dir, { PRECEPT_SERVER_PORT: port })).toBe("The server answered with the status 503.");
    server.closeAllConnections();
    server.close();
    await once(server, "close");
    expect(await check(dir, { PRECEPT_SERVER_PORT: port })).toMatch(/^The server cannot be reached: connect ECONNREFUSED/);
  });
});
