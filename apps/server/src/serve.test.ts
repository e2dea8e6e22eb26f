import { stat } from "node:fs/promises";
import { request } from "node:http";
import { createServer as createNetServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createProject } from "@precept/testing";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startServerProcess } from "../test/server-process.ts";
import { addToken } from "./tokens/manage-tokens.ts";

const rule = "---\nname: style\ndescription: Style.\n---\nUse named exports.\n";
const files = { "shop/.precept/rules/style.md": rule, "home/.keep": "" };

describe("precept-server", () => {
  it("prints its address when it answers, logs on standard error, and stops at SIGTERM", async () => {
    const { dir } = await createProject(files);
    const server = startServerProcess(["--root", "shop", "--port", "0"], { cwd: dir });
    const url = await server.url;
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const answer = await fetch(`${url}/api/v1/resolve`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(await answer.json()).toMatchObject({ applied: [{ name: "style" }] });
    server.child.kill("SIGTERM");
    expect(await server.ended).toEqual([0, null]);
    expect(server.out()).toBe(`Precept is listening on ${url}\nMCP clients connect to ${url}/api/v1/mcp\n`);
    const entries = server
      .err()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { msg: string });
    expect(entries.map(({ msg }) => msg)).toEqual(["started", "request", "stopping", "stopped"]);
  });

  it("ends streams of events when it stops, and limits their number", { tags: "slow" }, async () => {
    const { dir, write } = await createProject(files);
    await write("server.yaml", "limits: { streams: 1 }\n");
    const server = startServerProcess(["--config", "server.yaml", "--root", "shop", "--port", "0"], { cwd: dir });
    const url = await server.url;
    const { body } = await fetch(`${url}/api/v1/events`);
    expect((await fetch(`${url}/api/v1/events`)).status).toBe(429);
    server.child.kill("SIGTERM");
    expect(await text(body as never)).toMatch(/^event: connected\n[^]*\n\n: the server is stopping\n\n$/);
    expect(await server.ended).toEqual([0, null]);
  });

  it("serves all projects of a directory", { tags: "slow" }, async () => {
    const { dir, write } = await createProject({ "all/shop/.precept/rules/style.md": rule, "home/.keep": "" });
    const server = startServerProcess(["--projects", "all", "--port", "0"], { cwd: dir });
    const url = await server.url;
    const list = async (): Promise<unknown> => (await fetch(`${url}/api/v1/projects`)).json();
    expect(await list()).toEqual({ projects: [{ id: "shop" }], default_project: null });
    await write("all/web/.precept/rules/style.md", rule);
    await vi.waitFor(async () => expect(await list()).toMatchObject({ projects: [{ id: "shop" }, { id: "web" }] }), 10_000);
    expect((await fetch(`${url}/api/v1/projects/web/traces`)).status).toBe(200);
    expect((await fetch(`${url}/api/v1/traces`)).status).toBe(404);
  });

  it("finishes requests that it has begun, and closes its databases", { tags: "slow" }, async () => {
    const { dir } = await createProject({ ...files, "shop/.precept/config.yaml": "store: { sqlite: true }\n" });
    const server = startServerProcess(["--root", "shop", "--port", "0"], { cwd: dir });
    const url = await server.url;
    await fetch(`${url}/api/v1/resolve`, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
    const body = JSON.stringify({ prompt: "fix the cart" });
    const slow = request(`${url}/api/v1/resolve`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": body.length },
    });
    const answer = new Promise<{ status: number | undefined; connection: string | undefined; body: string }>(
      (resolve, reject) => {
        slow.on("error", reject);
        slow.on("response", (got) => {
          void text(got).then((received) =>
            resolve({ status: got.statusCode, connection: got.headers.connection, body: received }),
          );
        });
      },
    );
    slow.write(body.slice(0, 5));
    // The other one asks for the metrics.
    await vi.waitFor(
      async () => expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/precept_http_requests_open [2-9]/),
      10_000,
    );
    server.child.kill("SIGTERM");
    await vi.waitFor(() => expect(server.err()).toContain('"stopping"'));
    await vi.waitFor(async () => expect(fetch(`${url}/healthz`)).rejects.toThrow("fetch failed"), 10_000);
    slow.end(body.slice(5));
    expect(await answer).toMatchObject({
      status: 200,
      connection: "close",
      body: expect.stringContaining("Use named exports.") as string,
    });
    expect(await server.ended).toEqual([0, null]);
    expect(server.err()).toContain('"unfinished_requests":0');
    const database = join(dir, "shop/.precept/rules.sqlite");
    expect((await stat(database)).size).toBeGreaterThan(0);
    expect((await stat(`${database}-wal`).catch(() => ({ size: 0 }))).size).toBe(0);
  });

  it("fails readiness first and answers requests meanwhile, for as long as is configured", { tags: "slow" }, async () => {
    const { dir } = await createProject(files);
    const server = startServerProcess(["--root", "shop", "--port", "0", "--shutdown-delay", "3600"], { cwd: dir });
    const url = await server.url;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    server.child.kill("SIGTERM");
    await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(503), 10_000);
    for (const path of ["healthz", "api/v1/rules"]) expect((await fetch(`${url}/${path}`)).status).toBe(200);
    const { body } = await fetch(`${url}/api/v1/events`);
    await body?.cancel();
    server.child.kill("SIGTERM");
    expect(await server.ended).toEqual([143, null]);

    const soon = startServerProcess(["--root", "shop", "--port", "0"], { cwd: dir, env: { PRECEPT_SERVER_SHUTDOWN_DELAY: "3" } });
    const address = await soon.url;
    soon.child.kill("SIGTERM");
    await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(503), 10_000);
    expect(await soon.ended).toEqual([0, null]);
  });

  it("gives up requests after the grace period, and exits immediately at a second signal", { tags: "slow" }, async () => {
    const { dir } = await createProject(files);
    const begin = async (grace: string) => {
      const server = startServerProcess(["--root", "shop", "--port", "0"], {
        cwd: dir,
        env: { PRECEPT_SERVER_SHUTDOWN_GRACE: grace },
      });
      const url = await server.url;
      const never = request(`${url}/api/v1/resolve`, {
        method: "POST",
        headers: { "content-type": "application/json", "content-length": 100 },
      });
      never.on("error", () => undefined).write("{");
      await vi.waitFor(
        async () => expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/precept_http_requests_open [2-9]/),
        10_000,
      );
      server.child.kill("SIGTERM");
      await vi.waitFor(() => expect(server.err()).toContain('"stopping"'), 10_000);
      return server;
    };
    const patient = await begin("1");
    expect(await patient.ended).toEqual([0, null]);
    expect(patient.err()).toContain('"unfinished_requests":1');
    const killed = await begin("3600");
    killed.child.kill("SIGTERM");
    expect(await killed.ended).toEqual([143, null]);
  });

  it("explains why it cannot start", { tags: "slow" }, async () => {
    const { dir } = await createProject({ ...files, "server.yaml": "prot: 1\nhost: 7\n" });
    const other = createNetServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const run = async (...args: string[]) => {
      const server = startServerProcess(["--root", "shop", ...args], { cwd: dir });
      const [code] = await server.ended;
      return { code, out: server.out(), err: server.err() };
    };
    expect(await run("--port", String(port))).toEqual({
      code: 2,
      out: "",
      err: expect.stringContaining(`error: Another program already listens on 127.0.0.1:${port}.\nhint: Stop it`) as string,
    });
    expect(await run("--host", "0.0.0.0", "--port", "0")).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining("hint: Create a token with `precept token create`") as string,
    });
    expect(await run("--config", "server.yaml")).toMatchObject({
      code: 2,
      err: expect.stringMatching(/server\.yaml:1:1: "prot" is not a setting\..+\nserver\.yaml:2:7: /) as string,
    });
    expect(await run("--shutdown-delay", "long")).toMatchObject({
      code: 2,
      err: expect.stringContaining('--shutdown-delay: "shutdown_delay" must be an integer of at least 0, not "long".') as string,
    });
    expect(await run("--nope")).toMatchObject({ code: 2, err: expect.stringContaining("--nope") as string });
  });

  it("requires tokens if there are any, and may then listen on all addresses", async () => {
    const { dir } = await createProject(files);
    const { token } = await addToken(join(dir, "home/server/tokens.json"), { user: "ada", role: "reader" });
    const server = startServerProcess(["--root", "shop", "--port", "0", "--host", "0.0.0.0"], { cwd: dir });
    const url = (await server.url).replace("0.0.0.0", "127.0.0.1");
    expect((await fetch(`${url}/api/v1/traces`)).status).toBe(401);
    expect((await fetch(`${url}/api/v1/traces`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    expect((await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(403);
    server.child.kill("SIGINT");
    expect(await server.ended).toEqual([0, null]);
    expect(server.err()).not.toContain(token);
  });

  it("serves metrics on an address of their own, if one is configured", async () => {
    const { dir } = await createProject(files);
    await addToken(join(dir, "home/server/tokens.json"), { user: "ada", role: "reader" });
    const server = startServerProcess(["--root", "shop", "--port", "0"], { cwd: dir, env: { PRECEPT_SERVER_METRICS_PORT: "0" } });
    await server.url;
    const [, metrics = ""] = /and (\S+)/.exec(server.out()) ?? [];
    expect(await (await fetch(`${metrics}/metrics`)).text()).toContain("precept_projects");
    expect((await fetch(`${metrics}/api/v1/traces`)).status).toBe(404);
  });
});
