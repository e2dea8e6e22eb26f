import { createServer, request as sendRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { startTestServer } from "../../test/test-server.ts";
import { findUnsafePart } from "./unsafe-json.ts";

const json = { "content-type": "application/json" };

/**
 * Starts a server on a socket, and sends it requests with the HTTP client of Node, which leaves headers as they are.
 */
async function startSocket(options: Parameters<typeof startTestServer>[1] = {}) {
  const { server } = await startTestServer({}, options);
  const listener = createServer(server.nodeHandler);
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    listener.closeAllConnections();
    listener.close();
  });
  const { port } = listener.address() as AddressInfo;
  return async (
    path: string,
    {
      method = "POST",
      headers = {},
      chunks = [],
    }: { method?: string; headers?: Record<string, string>; chunks?: readonly string[] },
  ): Promise<{ status: number | undefined; headers: IncomingMessage["headers"]; body: unknown }> =>
    new Promise((resolve, reject) => {
      const sent = sendRequest({ port, host: "127.0.0.1", method, path, headers, agent: false }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => (text += part));
        response.on("end", () => {
          resolve({ status: response.statusCode, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) });
        });
      });
      sent.on("error", reject);
      for (const chunk of chunks) sent.write(chunk);
      sent.end();
    });
}

describe("the body of a request", () => {
  const limits = { bodyBytes: 1_000 };
  const body = (size: number): string => JSON.stringify({ prompt: "x".repeat(size - 13) });

  it("can be as large as the limit", async () => {
    const { request } = await startTestServer({}, { limits });
    expect(body(1_000)).toHaveLength(1_000);
    expect(await request("/resolve", { body: body(1_000) })).toMatchObject({ status: 200 });
    expect(await request("/resolve", { body: body(1_001) })).toMatchObject({ status: 413, body: { code: "BODY_TOO_LARGE" } });
  });

  it("is limited with a length, and without one", async () => {
    const send = await startSocket({ limits });
    const length = (size: number) => ({ headers: { ...json, "content-length": String(size) }, chunks: [body(size)] });
    expect(await send("/api/v1/resolve", length(1_000))).toMatchObject({ status: 200 });
    expect(await send("/api/v1/resolve", length(1_001))).toMatchObject({ status: 413 });
    expect(await send("/api/v1/resolve", length(3_000_000))).toMatchObject({ status: 413 });
    const chunked = (size: number) => ({ headers: { ...json, "transfer-encoding": "chunked" }, chunks: [body(size), " "] });
    expect(await send("/api/v1/resolve", chunked(999))).toMatchObject({ status: 200 });
    expect(await send("/api/v1/resolve", chunked(1_000))).toMatchObject({ status: 413 });
    expect(await send("/api/v1/resolve", chunked(3_000_000))).toMatchObject({ status: 413 });
  });

  it.each(["application/json", "APPLICATION/JSON", "application/json; charset=utf-8", "application/json;x=1"])(
    "can have the type %s",
    async (type) => {
      const { request } = await startTestServer();
      expect(await request("/resolve", { body: {}, headers: { "content-type": type } })).toMatchObject({ status: 200 });
    },
  );

  it.each([
    "text/plain",
    "application/jsonx",
    "application/vnd.api+json",
    "multipart/form-data",
    "application/x-www-form-urlencoded",
    "",
  ])("cannot have the type %j, which a form of another page can send", async (type) => {
    const { request } = await startTestServer();
    const answer = await request("/resolve", { body: {}, headers: { "content-type": type } });
    expect(answer).toMatchObject({ status: 415, body: { code: "MEDIA_TYPE_UNSUPPORTED" } });
  });

  it.each(["gzip", "br", "deflate", "gzip, identity", "x"])("cannot have the encoding %s", async (encoding) => {
    const { request } = await startTestServer();
    const answer = await request("/resolve", { body: {}, headers: { "content-encoding": encoding } });
    expect(answer).toMatchObject({ status: 415 });
    expect(answer.headers.get("accept-encoding")).toBe("identity");
  });

  it("is not decompressed", async () => {
    const { server } = await startTestServer();
    const request = new Request("http://127.0.0.1/api/v1/resolve", {
      method: "POST",
      headers: { ...json, "content-encoding": "gzip" },
      body: gzipSync(`{"prompt":"${"0".repeat(100_000_000)}"}`),
    });
    expect((await server.fetch(request)).status).toBe(415);
  });

  it.each([
    ["malformed JSON", "{", "must be JSON"],
    ["no text", "", "must be JSON"],
    ["deep lists", "[".repeat(500_000) + "]".repeat(500_000), "is nested too deeply"],
    ["deep objects", '{"a":'.repeat(200_000) + "1" + "}".repeat(200_000), "is nested too deeply"],
    ["a field that would be a prototype", '{"variables":{"__proto__":{"admin":true}}}', "is not a valid name of a field"],
  ])("is refused if it is %s", async (_, text, detail) => {
    const { request } = await startTestServer();
    const { status, body: answer } = await request("/resolve", { body: text });
    expect([status, answer]).toMatchObject([400, { code: "REQUEST_INVALID", errors: [{ detail }] }]);
  });

  it("is refused if it is not UTF-8", async () => {
    const { server } = await startTestServer();
    const bytes = Buffer.concat([Buffer.from('{"prompt":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    const answer = await server.fetch(
      new Request("http://127.0.0.1/api/v1/resolve", { method: "POST", headers: json, body: bytes }),
    );
    expect([answer.status, await answer.json()]).toMatchObject([400, { errors: [{ detail: "must be UTF-8" }] }]);
  });

  it("may have fields that are named like properties of every object", async () => {
    const { request } = await startTestServer();
    const text = '{"variables":{"constructor":{"prototype":{"polluted":1}},"toString":"x","hasOwnProperty":1}}';
    expect(await request("/resolve", { body: text })).toMatchObject({ status: 200 });
    expect({}).not.toHaveProperty("polluted");
  });

  it("does not make the answer long if many parts are invalid", async () => {
    const { request } = await startTestServer();
    const { status, body: answer } = await request("/resolve", { body: { files: Array.from({ length: 50_000 }, () => 1) } });
    expect(status).toBe(400);
    expect((answer as { errors: readonly unknown[] }).errors).toHaveLength(101);
    expect(JSON.stringify(answer)).toContain("49,900 other parts");
  });
});

describe("findUnsafePart", () => {
  it("accepts all values that are not too deep", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(findUnsafePart(value, 8)).toBeUndefined();
      }),
    );
  });

  it("points to the part that is too deep", () => {
    expect(findUnsafePart({ "a/b": [1, [{}]] }, 3)).toEqual({ pointer: "/a~1b/1/0", detail: "is nested too deeply" });
  });
});

describe("methods", () => {
  it.each([
    ["GET", "/resolve", "POST, OPTIONS"],
    ["HEAD", "/resolve", "POST, OPTIONS"],
    ["DELETE", "/traces", "GET, HEAD, OPTIONS"],
    ["PATCH", "/traces/one", "GET, HEAD, OPTIONS"],
    ["PUT", "/traces/", "GET, HEAD, OPTIONS"],
    ["BREW", "/projects/shop/traces", "GET, HEAD, OPTIONS"],
  ])("%s %s is answered with 405 and the methods of the path", async (method, path, allow) => {
    const { server } = await startTestServer();
    const answer = await server.fetch(new Request(`http://127.0.0.1/api/v1${path}`, { method }));
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
  });

  it("OPTIONS is answered with the methods of the path", async () => {
    const { request } = await startTestServer();
    const { status, headers } = await request("/traces/one", { method: "OPTIONS" });
    expect([status, headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
  });

  it("HEAD is answered like GET, without a body", async () => {
    const { request } = await startTestServer();
    expect(await request("/traces", { method: "HEAD" })).toMatchObject({ status: 200, body: undefined });
  });

  it("of unknown paths are answered with 404", async () => {
    const { request } = await startTestServer();
    expect(await request("/nothing", { method: "DELETE" })).toMatchObject({ status: 404, body: { code: "ROUTE_UNKNOWN" } });
  });
});

describe("paths", () => {
  it.each(["/traces/", "/projects/shop/traces/"])("can end with a slash: %s", async (path) => {
    const { request } = await startTestServer();
    expect(await request(path)).toMatchObject({ status: 200 });
  });

  it.each(["/traces/%", "/traces/%E0%A4%A", "/traces/%00", "/traces/..%2f..%2fetc", "/traces/%2e%2e%2f", "/projects/%zz/traces"])(
    "with odd parameters are answered with 404: %s",
    async (path) => {
      const { request } = await startTestServer();
      expect(await request(path)).toMatchObject({ status: 404 });
    },
  );
});

describe("the query", () => {
  it.each(["limit=1&limit=2", "limit=", "limit=x", "limit=1e400", "limit=-1", "limit=%", "limit=1&limit"])(
    "?%s is refused",
    async (query) => {
      const { request } = await startTestServer();
      expect(await request(`/traces?${query}`)).toMatchObject({ status: 400, body: { errors: [{ pointer: "?limit" }] } });
    },
  );
});

describe("the headers of an answer", () => {
  it.each(["/traces", "/nothing", "/projects/other/traces", "//"])("tell browsers to do nothing with it: %s", async (path) => {
    const { request } = await startTestServer();
    const { headers } = await request(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headers.get("cache-control")).toBe(path === "//" ? null : "no-store");
    expect(headers.has("strict-transport-security")).toBe(false);
  });

  it("have HSTS over TLS", async () => {
    const { server } = await startTestServer();
    const { headers } = await server.fetch(new Request("https://localhost/api/v1/traces"));
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
  });
});

describe("pages of other origins", () => {
  const origin = "https://console.test";

  it("can use the server if they are allowed", async () => {
    const { request } = await startTestServer({}, { allowedOrigins: [origin] });
    const { status, headers } = await request("/traces", { headers: { origin } });
    expect(status).toBe(200);
    expect(headers.get("access-control-allow-origin")).toBe(origin);
    expect(headers.get("access-control-expose-headers")).toBe(
      "ETag,Location,X-Request-Id,Retry-After,Mcp-Session-Id,Precept-Position",
    );
    expect(headers.get("vary")).toContain("Origin");
    expect(headers.has("access-control-allow-credentials")).toBe(false);
  });

  it("can read errors, too", async () => {
    const { request } = await startTestServer({}, { allowedOrigins: [origin] });
    const { status, headers } = await request("/traces/unknown", { headers: { origin } });
    expect([status, headers.get("access-control-allow-origin")]).toEqual([404, origin]);
  });

  it("can ask without a token what they may send", async () => {
    const authenticator = { authenticate: () => Promise.reject(new Error("asked for a token")) };
    const { request } = await startTestServer({}, { allowedOrigins: [origin], authenticator });
    const { status, headers } = await request("/resolve", {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization" },
    });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-headers")).toBe(
      "Authorization,Content-Type,If-Match,If-None-Match,Last-Event-ID,Mcp-Session-Id,Mcp-Protocol-Version,Mcp-Method,Mcp-Name,Precept-Position,X-Request-Id,Traceparent",
    );
  });

  it("cannot use the server if they are not allowed", async () => {
    const { request } = await startTestServer({}, { allowedOrigins: [origin] });
    for (const method of ["GET", "OPTIONS"]) {
      const { status, headers } = await request("/traces", {
        method,
        headers: { origin: "https://evil.test", "access-control-request-method": "GET" },
      });
      expect([status, headers.get("access-control-allow-origin")]).toEqual([403, null]);
    }
  });
});

describe("a server on a socket", () => {
  it("refuses the hosts of other names without tokens", async () => {
    const send = await startSocket();
    expect(await send("/api/v1/traces", { method: "GET", headers: { host: "evil.test" } })).toMatchObject({
      status: 421,
      body: { code: "HOST_REFUSED" },
    });
    expect(await send("/api/v1/traces", { method: "GET" })).toMatchObject({ status: 200 });
  });

  it("limits requests per address without tokens", async () => {
    const send = await startSocket({ limits: { requestsPerMinute: 1 } });
    expect(await send("/api/v1/traces", { method: "GET" })).toMatchObject({ status: 200 });
    const refused = await send("/api/v1/traces", { method: "GET" });
    expect(refused).toMatchObject({ status: 429, headers: { "retry-after": "60" } });
  });
});
