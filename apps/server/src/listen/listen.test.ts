import { spawnSync } from "node:child_process";
import { stat, writeFile } from "node:fs/promises";
import { request as requestHttp1, type IncomingMessage, type ServerResponse } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { request as requestHttps } from "node:https";
import { connect, createServer as createNetServer, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createProject } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { createCertificate } from "../../test/certificate.ts";
import { detectProtocol } from "./detect-protocol.ts";
import { declareEventStream } from "./open-requests.ts";
import { listen, type Listener, type Listening } from "./listen.ts";
import type { ListenOptions } from "./options.ts";

const echo: Listener = {
  isAuthenticated: false,
  nodeHandler(request, response) {
    const answer = async (): Promise<void> => {
      const body = await text(request as IncomingMessage);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ version: request.httpVersion, method: request.method, url: request.url, body }));
    };
    answer().catch(() => undefined);
  },
};

async function serve(options: ListenOptions = {}, server: Listener = echo): Promise<Listening> {
  const listening = await listen(server, { port: 0, graceMs: 100, ...options });
  onTestFinished(async () => void (await listening.close()));
  return listening;
}

interface Http2Answer {
  readonly status: number;
  readonly body: string;
}

async function requestHttp2(url: string, path: string, { body, ca }: { body?: string; ca?: Buffer } = {}): Promise<Http2Answer> {
  const session = connectHttp2(url, ca === undefined ? {} : { ca, servername: "localhost" });
  onTestFinished(() => session.destroy());
  const stream = session.request({ ":path": path, ":method": body === undefined ? "GET" : "POST" });
  const status = new Promise<number>((resolve, reject) => {
    stream.on("response", (headers) => resolve(Number(headers[":status"])));
    stream.on("error", reject);
    session.on("error", reject);
  });
  stream.end(body);
  const answer = { status: await status, body: await text(stream) };
  session.close();
  return answer;
}

/** Opens a connection and collects what it receives. */
function open(url: string): { readonly socket: Socket; readonly received: Promise<string> } {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  let received = "";
  socket.on("data", (chunk) => (received += chunk.toString("latin1")));
  return { socket, received: new Promise((resolve) => socket.on("close", () => resolve(received))) };
}

describe("listening without TLS", () => {
  it("serves HTTP/1.1 and HTTP/2 on one port", async () => {
    const { url } = await serve();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const answer = await fetch(`${url}/a`, { method: "POST", body: "hello" });
    expect(await answer.json()).toEqual({ version: "1.1", method: "POST", url: "/a", body: "hello" });
    const second = await requestHttp2(url, "/b", { body: "hello" });
    expect(second.status).toBe(200);
    expect(JSON.parse(second.body)).toEqual({ version: "2.0", method: "POST", url: "/b", body: "hello" });
  });

  it("finds out the protocol however the first bytes arrive", async () => {
    const { url } = await serve();
    const { socket, received } = open(url);
    for (const part of ["P", "OST /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n", "Content-Length: 3\r\n\r\na", "bc"]) {
      socket.write(part);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await received).toContain('"url":"/slow","body":"abc"');
    const http2 = open(url);
    const frame = new Promise<Buffer>((resolve) => http2.socket.once("data", resolve));
    for (const part of ["PRI", " * HTT", "P/2.0\r\n\r\nSM\r\n\r\n", "\0\0\0\u0004\0\0\0\0\0"]) {
      http2.socket.write(part, "latin1");
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    // A settings frame
    expect((await frame)[3]).toBe(4);
  });

  it("decides by the preface alone", () => {
    const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 30 }), fc.nat(24), (bytes, cut) => {
        expect(detectProtocol(preface.subarray(0, cut))).toBe(cut < 14 ? undefined : "http2");
        expect(detectProtocol(Buffer.concat([Buffer.from("G"), bytes]))).toBe("http1");
      }),
    );
  });

  it("answers garbage with 400, and stays alive", async () => {
    const { url } = await serve();
    for (const garbage of ["\u0016\u0003\u0001 TLS?\r\n\r\n", "GET / HTTP/9\r\n\r\n", "PRIVATE / HTTP/1.1\r\n\r\n"]) {
      const { socket, received } = open(url);
      socket.write(garbage, "latin1");
      expect(await received).toMatch(/^HTTP\/1\.1 400 /);
    }
    expect((await fetch(url)).status).toBe(200);
  });

  it("closes connections of slow clients", async () => {
    const { url } = await serve({ limits: { handshakeMs: 50, headersMs: 100, requestMs: 200, idleMs: 50 } });
    const silent = open(url);
    const partial = open(url);
    partial.socket.write("PRI * HT");
    const headers = open(url);
    headers.socket.write("GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ");
    const body = open(url);
    body.socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc");
    expect(await silent.received).toBe("");
    expect(await partial.received).toBe("");
    expect(await headers.received).toContain("408");
    expect(await body.received).toContain("408");
    const session = connectHttp2(url);
    onTestFinished(() => session.destroy());
    await new Promise((resolve) => session.on("close", resolve));
  });

  it("ends HTTP/2 requests whose bodies do not arrive", async () => {
    const { url } = await serve({ limits: { requestMs: 100 } });
    const session = connectHttp2(url);
    onTestFinished(() => session.destroy());
    const stream = session.request({ ":path": "/", ":method": "POST", "content-length": "10" });
    stream.write("abc");
    stream.on("error", () => undefined);
    await new Promise((resolve) => stream.on("close", resolve));
    expect(stream.rstCode).toBe(8);
  });

  it("refuses headers that are too large", async () => {
    const { url } = await serve({ limits: { headerBytes: 2000 } });
    const { status } = await fetch(url, { headers: { "x-large": "a".repeat(3000) } });
    expect(status).toBe(431);
  });

  it("ends connections that cancel too many requests", async () => {
    const { url } = await serve();
    const session = connectHttp2(url);
    onTestFinished(() => session.destroy());
    session.on("error", () => undefined);
    const closed = new Promise((resolve) => session.on("close", resolve));
    const cancel = (): void => {
      for (let sent = 0; sent < 50 && !session.destroyed && !session.closed; sent += 1) {
        const stream = session.request({ ":path": "/", ":method": "POST" });
        stream.on("error", () => undefined);
        stream.close(8);
      }
      if (!session.destroyed) setImmediate(cancel);
    };
    session.on("connect", cancel);
    await closed;
    expect((await fetch(url)).status).toBe(200);
  });
});

describe("the address", () => {
  it("must not be public if there are no tokens", async () => {
    for (const host of ["0.0.0.0", "::", ""]) {
      await expect(listen(echo, { host, port: 0 })).rejects.toMatchObject({
        code: "BIND_REFUSED",
        hint: expect.stringContaining("precept token create") as string,
      });
    }
    const { url } = await serve({ host: "0.0.0.0" }, { ...echo, isAuthenticated: true });
    expect((await fetch(url.replace("0.0.0.0", "127.0.0.1"))).status).toBe(200);
  });

  it("can be a name of this machine", async () => {
    const { url } = await serve({ host: "localhost" });
    expect(url).toMatch(/^http:\/\/localhost:\d+$/);
    expect((await fetch(url)).status).toBe(200);
  });

  it("must be free, and known", async () => {
    const { url } = await serve();
    const port = Number(new URL(url).port);
    await expect(listen(echo, { port })).rejects.toMatchObject({
      code: "ADDRESS_IN_USE",
      details: { address: `127.0.0.1:${port}` },
    });
    await expect(listen(echo, { host: "no-such-host.invalid", port: 0 })).rejects.toMatchObject({ code: "ADDRESS_UNAVAILABLE" });
  });
});

describe("a Unix socket", () => {
  async function get(socketPath: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const request = requestHttp1({ socketPath, path: "/", agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      request.on("error", reject).end();
    });
  }

  it("is only for the user of the server, and removed when it stops", async () => {
    const { dir } = await createProject();
    const socket = join(dir, "precept.sock");
    const listening = await serve({ socket });
    expect(listening.url).toBe(`unix:${socket}`);
    expect((await stat(socket)).mode & 0o777).toBe(0o600);
    expect(await get(socket)).toBe(200);
    await expect(listen(echo, { socket })).rejects.toMatchObject({ code: "ADDRESS_IN_USE" });
    await listening.close();
    await expect(stat(socket)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("replaces one that a killed server left behind", async () => {
    const { dir } = await createProject();
    const socket = join(dir, "precept.sock");
    spawnSync(process.execPath, [
      "-e",
      `require("net").createServer().listen(${JSON.stringify(socket)}, () => process.kill(process.pid, 9))`,
    ]);
    expect((await stat(socket)).isSocket()).toBe(true);
    await serve({ socket });
    expect(await get(socket)).toBe(200);
  });

  it("is refused if there is another file", async () => {
    const { dir, write } = await createProject({ "precept.sock": "important" });
    await expect(listen(echo, { socket: join(dir, "precept.sock") })).rejects.toMatchObject({ code: "ADDRESS_UNAVAILABLE" });
    await write("other", "");
    await expect(listen(echo, { socket: join(dir, "missing", "precept.sock") })).rejects.toMatchObject({
      code: "ADDRESS_UNAVAILABLE",
    });
  });
});

describe("listening with TLS", () => {
  async function openWithCertificate() {
    const { dir } = await createProject();
    return { dir, tls: createCertificate(dir) };
  }

  it("serves HTTP/1.1 and HTTP/2 on one port", async () => {
    const { tls } = await openWithCertificate();
    const { readFile } = await import("node:fs/promises");
    const ca = await readFile(tls.cert);
    const { url } = await serve({ tls });
    expect(url).toMatch(/^https:/);
    const answer = await new Promise<string>((resolve, reject) => {
      requestHttps(`${url}/a`, { ca, agent: false }, (got) => void text(got).then(resolve))
        .on("error", reject)
        .end();
    });
    expect(JSON.parse(answer)).toMatchObject({ version: "1.1", url: "/a" });
    expect(JSON.parse((await requestHttp2(url, "/b", { ca })).body)).toMatchObject({ version: "2.0", url: "/b" });
  });

  it("closes connections that never complete the handshake", async () => {
    const { tls } = await openWithCertificate();
    const { url } = await serve({ tls, limits: { handshakeMs: 50 } });
    const { socket, received } = open(url);
    socket.write("\u0016\u0003\u0001", "latin1");
    expect(await received).not.toContain("HTTP/");
  });

  it("explains files that cannot be used", async () => {
    const { dir, tls } = await openWithCertificate();
    await writeFile(join(dir, "bad.pem"), "not a key");
    const invalid = { code: "TLS_INVALID" };
    await expect(listen(echo, { port: 0, tls: { ...tls, key: join(dir, "none.pem") } })).rejects.toMatchObject(invalid);
    await expect(listen(echo, { port: 0, tls: { ...tls, key: join(dir, "bad.pem") } })).rejects.toMatchObject(invalid);
  });
});

describe("closing", () => {
  it("finishes requests, ends event streams, and reports what did not finish", async () => {
    const { promise: finish, resolve: finishNow } = Promise.withResolvers<void>();
    const started: (() => void)[] = [];
    const server: Listener = {
      isAuthenticated: false,
      nodeHandler(request, response) {
        const { url } = request;
        if (url === "/stream") {
          declareEventStream(response);
          (response as ServerResponse).write(": connected\n\n");
        } else if (url === "/slow") void finish.then(() => response.end("done"));
        started.shift()?.();
      },
    };
    const listening = await serve({ graceMs: 50_000 }, server);
    const wait = async (): Promise<void> => new Promise((resolve) => void started.push(resolve));
    let begun = wait();
    const slow = fetch(`${listening.url}/slow`);
    await begun;
    begun = wait();
    const stream = await fetch(`${listening.url}/stream`);
    await begun;
    const overHttp2 = requestHttp2(listening.url, "/slow");
    await wait();
    expect(listening.requests.streams).toBe(1);
    const closing = listening.close();
    expect(await stream.text()).toBe(": connected\n\n");
    await expect(fetch(listening.url)).rejects.toThrow("fetch failed");
    finishNow();
    const answer = await slow;
    expect([answer.headers.get("connection"), await answer.text()]).toEqual(["close", "done"]);
    expect(await overHttp2).toEqual({ status: 200, body: "done" });
    expect(await closing).toBe(0);
  });

  it("answers each request that was written before the end, also on reused connections", async () => {
    const request = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";
    const answers = (received: string): number => received.split("HTTP/1.1 200 OK").length - 1;
    for (let round = 0; round < 20; round += 1) {
      const listening = await serve({ graceMs: 10_000 });
      const clients = Array.from({ length: 40 }, () => open(listening.url));
      // Every second connection was used before. The others may not even be accepted yet.
      const reused = clients.filter((_, at) => at % 2 === 0);
      await Promise.all(
        reused.map(async ({ socket }) => {
          socket.write(request);
          await new Promise((resolve) => socket.once("data", resolve));
        }),
      );
      await Promise.all(
        clients.map(async ({ socket }) => socket.connecting && new Promise((resolve) => socket.once("connect", resolve))),
      );
      for (const { socket } of clients) await new Promise((resolve) => socket.write(request, resolve));
      const closing = listening.close();
      const received = await Promise.all(clients.map((client) => client.received));
      expect(received.map(answers)).toEqual(clients.map((client) => (reused.includes(client) ? 2 : 1)));
      expect(received.every((answer) => answer.includes("Connection: close"))).toBe(true);
      expect(await closing).toBe(0);
    }
  });

  it("answers requests that clients send on open connections while it ends", async () => {
    const { dir } = await createProject();
    const tls = createCertificate(dir);
    const [listening, encrypted] = [await serve({ graceMs: 10_000 }), await serve({ graceMs: 10_000, tls })];
    const sessions = [connectHttp2(listening.url), connectHttp2(encrypted.url, { rejectUnauthorized: false })];
    onTestFinished(() => sessions.forEach((session) => session.destroy()));
    await Promise.all(sessions.map(async (session) => new Promise((resolve) => session.once("remoteSettings", resolve))));
    const { socket, received } = open(listening.url);
    const request = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";
    socket.write(request);
    await new Promise((resolve) => socket.once("data", resolve));
    const ending = Promise.all([listening.endListening(), encrypted.endListening()]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await expect(fetch(listening.url)).rejects.toThrow("fetch failed");
    socket.write(request);
    for (const session of sessions) {
      const stream = session.request({ ":path": "/b" });
      await new Promise((resolve) => stream.once("response", resolve));
      expect(await text(stream)).toContain('"version":"2.0"');
    }
    expect(await received).toMatch(/^HTTP\/1\.1 200 OK[^]+HTTP\/1\.1 200 OK[^]+Connection: close/);
    await ending;
  });

  it("gives up after the grace period", async () => {
    const { promise: began, resolve: begin } = Promise.withResolvers<void>();
    const listening = await serve({ graceMs: 20 }, { isAuthenticated: false, nodeHandler: () => begin() });
    const never = fetch(listening.url).catch(() => "closed");
    await began;
    expect(await listening.close()).toBe(1);
    expect(await never).toBe("closed");
  });
});

it("a port that another program uses is named", async () => {
  const other = createNetServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as { port: number };
  await expect(listen(echo, { port })).rejects.toThrow(`Another program already listens on 127.0.0.1:${port}.`);
});
