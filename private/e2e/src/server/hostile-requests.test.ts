import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestOf, sendRaw } from "./raw-request.ts";
import type { ServerProcess } from "@precept/testing/server-process";
import { callApi, serveProject, type ServedProject } from "./served-project.ts";

let served: ServedProject;
let server: ServerProcess;

beforeAll(async () => {
  served = await serveProject();
  ({ server } = served);
});

afterAll(() => served[Symbol.asyncDispose]());

const resolveBody = JSON.stringify({ files: ["a.ts"] });

/** The paths of REST and MCP to which agents send JSON. */
const postPaths = ["/api/v1/resolve", "/api/v1/mcp"];

/** A request to a path, with further header lines. */
function postRequest(path: string, headers: readonly string[], body = resolveBody): string {
  return requestOf([`POST ${path} HTTP/1.1`, "Content-Type: application/json", ...headers], body);
}

/** A request to resolve, with further header lines. */
function resolveRequest(headers: readonly string[], body = resolveBody): string {
  return postRequest("/api/v1/resolve", headers, body);
}

const length = `Content-Length: ${resolveBody.length}`;

describe("a web page of another site", () => {
  it("cannot use the server through a name of its own (DNS rebinding)", async () => {
    const { host } = new URL(server.url);
    const hosts = [
      "evil.example",
      "evil.example:4141",
      `${host}.evil.example`,
      `evil.example@${host}`,
      `localhost.evil.example`,
      "0.0.0.0",
      "[::]",
      "",
    ];
    for (const name of hosts) {
      for (const path of postPaths) {
        const { statuses } = await sendRaw(server.url, postRequest(path, [`Host: ${name}`, length, "Connection: close"]));
        expect([name, path, statuses]).toEqual([name, path, [statuses[0] === 400 ? 400 : 421]]);
      }
    }
  });

  it("is not believed when it names the host in another place", async () => {
    const { host } = new URL(server.url);
    const forwarded = [`X-Forwarded-Host: ${host}`, `Forwarded: host=${host}`, `X-Host: ${host}`];
    for (const header of forwarded) {
      const { statuses } = await sendRaw(server.url, resolveRequest(["Host: evil.example", header, length, "Connection: close"]));
      expect([header, statuses]).toEqual([header, [421]]);
    }
    const absolute = requestOf(
      [
        `POST http://${host}/api/v1/resolve HTTP/1.1`,
        "Host: evil.example",
        "Content-Type: application/json",
        length,
        "Connection: close",
      ],
      resolveBody,
    );
    expect((await sendRaw(server.url, absolute)).statuses[0]).toBeGreaterThanOrEqual(400);
  });

  it("cannot send requests from its origin", async () => {
    for (const origin of ["https://evil.example", "null", "http://localhost.evil.example", "http://127.0.0.1:1", "file://"]) {
      const types = ["application/json", "text/plain", "application/x-www-form-urlencoded"];
      for (const path of postPaths) {
        for (const type of types) {
          const answer = await fetch(server.url + path, {
            method: "POST",
            body: resolveBody,
            headers: { origin, "content-type": type },
          });
          expect([origin, path, type, answer.status]).toEqual([origin, path, type, 403]);
          expect(answer.headers.get("access-control-allow-origin")).toBeNull();
        }
        const preflight = await fetch(server.url + path, {
          method: "OPTIONS",
          headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type" },
        });
        expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
      }
    }
  });

  it("cannot send requests without a content type that needs a preflight", async () => {
    for (const path of postPaths) {
      const answer = await fetch(server.url + path, {
        method: "POST",
        body: resolveBody,
        headers: { "content-type": "text/plain" },
      });
      expect([path, answer.status]).toEqual([path, 415]);
    }
  });
});

describe("a request that two programs read differently (request smuggling)", () => {
  const hidden = "GET /api/v1/traces HTTP/1.1\r\nHost: HOST\r\n\r\n";

  it.each([
    ["two lengths", [length, "Content-Length: 0"]],
    ["a list of lengths", [`Content-Length: ${resolveBody.length}, 0`]],
    ["a signed length", [`Content-Length: +${resolveBody.length}`]],
    ["a hexadecimal length", ["Content-Length: 0x12"]],
    ["a negative length", ["Content-Length: -1"]],
    ["a length and chunks", [length, "Transfer-Encoding: chunked"]],
    ["an unknown encoding", ["Transfer-Encoding: xchunked"]],
    ["chunks before another encoding", ["Transfer-Encoding: chunked, identity"]],
    ["a space before the colon", ["Transfer-Encoding : chunked"]],
    ["a folded header", ["X-A: b", " Transfer-Encoding: chunked", length]],
    ["a header with a null byte", ["X-A: b\0c", length]],
    ["a header with a bare carriage return", ["X-A: b\rTransfer-Encoding: chunked", length]],
    ["a header without a colon", ["X-A", length]],
  ])("is refused, and what follows is not served: %s", async (_name, headers) => {
    const { host } = new URL(server.url);
    const bytes = resolveRequest([`Host: ${host}`, ...headers]) + hidden.replace("HOST", host);
    const { statuses, isClosed } = await sendRaw(server.url, bytes);
    expect(isClosed).toBe(true);
    expect(statuses.every((status) => status === 400)).toBe(true);
    expect(statuses.length).toBeLessThanOrEqual(1);
  });

  it("does not take a body with a wrong chunk size for the next request", async () => {
    const { host } = new URL(server.url);
    for (const size of ["ffffffffffffffff1", "-1", "0x5", "5;\n", "g"]) {
      const body = `${size}\r\nhello\r\n0\r\n\r\n${hidden.replace("HOST", host)}`;
      const { statuses, isClosed } = await sendRaw(
        server.url,
        resolveRequest([`Host: ${host}`, "Transfer-Encoding: chunked"], body),
      );
      expect([size, isClosed, statuses.filter((status) => status < 400)]).toEqual([size, true, []]);
    }
  });
});

describe("a request that is too large", () => {
  it("is refused by its header, before it is read", async () => {
    const { host } = new URL(server.url);
    for (const path of postPaths) {
      const headers = [`Host: ${host}`, "Content-Length: 1073741824", "Connection: close"];
      const { statuses } = await sendRaw(server.url, postRequest(path, headers, ""), { untilAnswer: true });
      expect([path, statuses]).toEqual([path, [413]]);
    }
  });

  it("is refused while it is read, if it does not say its length", async () => {
    const { host } = new URL(server.url);
    const chunk = `10000\r\n${" ".repeat(0x1_0000)}\r\n`;
    for (const path of postPaths) {
      const { statuses } = await sendRaw(
        server.url,
        postRequest(path, [`Host: ${host}`, "Transfer-Encoding: chunked", "Connection: close"], chunk.repeat(200)),
        { untilAnswer: true, waitMs: 10_000 },
      );
      expect(statuses.every((status) => status === 413)).toBe(true);
    }
    expect((await callApi(server, "/resolve", { method: "POST", body: resolveBody })).status).toBe(200);
  });

  it.each([
    ["a long header", [`X-A: ${"a".repeat(100_000)}`]],
    ["many headers", Array.from({ length: 20_000 }, (_, number) => `X-${number}: a`)],
    ["a long path", [] as string[], `/api/v1/rules/${"a".repeat(100_000)}`],
  ])("is refused with %s", async (_name, headers, path = "/api/v1/traces") => {
    const { host } = new URL(server.url);
    const { statuses } = await sendRaw(server.url, requestOf([`GET ${path} HTTP/1.1`, `Host: ${host}`, ...headers]), {
      untilAnswer: true,
    });
    expect([[], [431], [414]]).toContainEqual(statuses);
    expect((await callApi(server, "/traces")).status).toBe(200);
  });
});
