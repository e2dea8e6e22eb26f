import { once } from "node:events";
import { createServer as createHttpServer, get, type IncomingMessage } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { connect as connectSocket, type AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { join } from "node:path";
import { createProject, policyFile } from "@precept/testing";
import { pino } from "pino";
import { describe, expect, it, onTestFinished } from "vitest";
import { createServer } from "../../create-server.ts";
import { HostedProjects } from "../../projects/hosted-projects.ts";
import { EventReader } from "../../../test/event-reader.ts";
import { listen as listenWithVersion } from "../../../test/listen.ts";
import { testTokens } from "../../../test/test-tokens.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../../../test/test-server.ts";

const files = {
  "shop/.precept/rules/style.md": "---\nname: style\ndescription: Style.\n---\nUse named exports.\n",
  "shop/.precept/policies/a.yaml": policyFile(),
};

describe("events over a socket", () => {
  it("arrive when a file is edited, and the next request sees the change", async () => {
    const { url, project } = await listen({ open: { watch: true } });
    const { events, response } = await connect(`${url}/events`);
    expect(response.headers).toMatchObject({ "content-type": "text/event-stream", "transfer-encoding": "chunked" });
    await events.next();
    await project.write("shop/.precept/rules/style.md", "---\nname: style\ndescription: Style.\n---\nUse default exports.\n");
    expect(await events.nextOf("rules_changed")).toMatchObject({ data: { saved: [{ name: "style" }] } });
    const answer = await fetch(`${url}/resolve`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({}),
    });
    expect(await answer.json()).toHaveProperty("prompt", expect.stringContaining("Use default exports."));
  });

  it("are about the files of the client's own user, also after the configuration was reloaded", async () => {
    const { url, project, workspace } = await listen({ open: { watch: true }, authenticator: testTokens });
    const rule = (text: string): string => `---\nname: mine\ndescription: Mine.\n---\n${text}\n`;
    const [ana, bob] = [
      await connect(`${url}/events?types=rules_changed`, { authorization: "Bearer reader:ana" }),
      await connect(`${url}/events?types=rules_changed`, { authorization: "Bearer reader:bob" }),
    ];
    await project.write("home/users/ana/rules/mine.md", rule("One."));
    expect(await ana.events.nextOf("rules_changed")).toMatchObject({ data: { user_id: "ana", saved: [{ name: "mine" }] } });
    await project.write("shop/.precept/config.yaml", "order: source\n");
    await workspace.reload();
    await project.write("home/users/ana/rules/mine.md", rule("Two."));
    expect(await ana.events.nextOf("rules_changed")).toMatchObject({ data: { user_id: "ana", saved: [{ name: "mine" }] } });
    expect(await bob.events.next()).toMatchObject({ event: "connected" });
    expect(await bob.events.readNow()).toBe("nothing");
  });

  it("end with the client, which frees its place", async () => {
    const { url } = await listen({ events: { maxStreams: 1 } });
    const { events, response } = await connect(`${url}/events`);
    await events.next();
    expect((await fetch(`${url}/events`)).status).toBe(429);
    response.destroy();
    await expect.poll(async () => statusOf(`${url}/events`)).toBe(200);
  });

  it("are streamed to 200 clients that connect at the same time, as after a restart", async () => {
    const { dir } = await createProject({ ...files, "home/.keep": "" });
    const log = pino({ level: "silent" });
    const projects = new HostedProjects({ dirs: [{ dir: join(dir, "shop") }], workspace: { home: join(dir, "home") }, log });
    const server = createServer({ projects });
    onTestFinished(() => server[Symbol.asyncDispose]());
    const { hostname, port, pathname, search } = new URL(`${await listenWithVersion(server)}/api/v1/events?all=true`);
    const sockets = Array.from({ length: 200 }, () => connectSocket(Number(port), hostname));
    await Promise.all(sockets.map(async (socket) => once(socket, "connect")));
    for (const socket of sockets) socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
    const answers = await Promise.all(sockets.map(async (socket) => String(await once(socket, "data"))));
    for (const socket of sockets) socket.destroy();
    expect(answers.filter((answer) => !answer.startsWith("HTTP/1.1 200 OK"))).toEqual([]);
  });

  it("arrive over HTTP/2, and end with the client", async () => {
    const { server, workspace } = await startTestServer(files, { events: { maxStreams: 1 } });
    const session = connectHttp2(await listenWithVersion(server, 2));
    onTestFinished(() => session.destroy());
    const open = () => session.request({ ":path": "/api/v1/events" });
    const first = open();
    const events = new EventReader(Readable.toWeb(first) as ReadableStream<Uint8Array>);
    await events.next();
    await workspace.resolve({ id: "r-1" });
    expect(await events.next()).toMatchObject({ data: { request_id: "r-1" } });
    first.on("error", () => undefined);
    first.close();
    await expect
      .poll(async () => {
        const stream = open();
        const [headers] = (await once(stream, "response")) as [Record<string, unknown>];
        stream.on("error", () => undefined);
        stream.close();
        return headers[":status"];
      })
      .toBe(200);
  });

  it("resume over a new connection", async () => {
    const { url, workspace } = await listen();
    const first = await connect(`${url}/events`);
    const { id } = await first.events.next();
    first.response.destroy();
    await workspace.resolve({ id: "r-1" });
    const second = await connect(`${url}/events`, { "last-event-id": id });
    expect(await second.events.next()).toMatchObject({ data: { request_id: "r-1" } });
  });

  it("end promptly when the server stops, so that the HTTP server can close", async () => {
    const { url, server, close } = await listen();
    const { events } = await connect(`${url}/events`);
    await events.next();
    server.stop();
    expect(await events.read()).toEqual({ comment: "the server is stopping" });
    expect(await events.read()).toBeUndefined();
    await close();
  });

  it("take no memory of their own for a client that does not read", async () => {
    const { url, workspace } = await listen({ events: { maxEvents: 50, maxStreams: 1 } });
    const response = await request(`${url}/events`);
    // Not read: the socket's buffers fill up, then the server's stream stops.
    response.pause();
    const many = Array.from({ length: 500 }, (_, number) => `src/${"x".repeat(200)}${number}.ts`);
    await expect
      .poll(
        async () => {
          for (let number = 0; number < 100; number += 1) await workspace.resolve({ files: many });
          return statusOf(`${url}/events`);
        },
        { timeout: 20_000, interval: 1 },
      )
      .toBe(200);
    response.destroy();
  });
});

interface ListeningServer extends TestServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

async function listen(options: TestServerOptions = {}): Promise<ListeningServer> {
  const started = await startTestServer(files, options);
  const http = createHttpServer(started.server.nodeHandler);
  await new Promise<void>((resolve) => {
    http.listen(0, "127.0.0.1", resolve);
  });
  const close = async (): Promise<void> =>
    new Promise((resolve) => {
      http.close(() => resolve());
      http.closeIdleConnections();
    });
  onTestFinished(async () => {
    http.closeAllConnections();
    await close();
  });
  return { ...started, close, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/api/v1` };
}

async function request(url: string, headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      response.on("error", () => undefined);
      resolve(response);
    }).on("error", reject);
  });
}

async function connect(url: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await request(url, headers);
  expect(response.statusCode).toBe(200);
  return { response, events: new EventReader(Readable.toWeb(response) as ReadableStream<Uint8Array>) };
}

async function statusOf(url: string): Promise<number | undefined> {
  const response = await request(url);
  response.destroy();
  return response.statusCode;
}
