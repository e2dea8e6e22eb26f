import { hasRole, projectRoutes, type ProjectRouteId, type Route } from "@precept/contract";
import type { Workspace } from "@precept/workspace";
import { describe, expect, it, onTestFinished } from "vitest";
import { createServer, type PreceptServer, type ServerOptions } from "../create-server.ts";
import { accessMatrix } from "../../test/access-matrix.ts";
import { nameOf, startMatrixServer, tokenOf } from "../../test/matrix-server.ts";

const routes = Object.entries(projectRoutes) as [ProjectRouteId, Route][];

/** The request of a route in the access matrix, with the token of an admin. */
function requestOf(id: ProjectRouteId, headers: Readonly<Record<string, string>> = {}): Request {
  const { path, body, method = body === undefined ? "GET" : "POST" } = accessMatrix[id].request(nameOf("own"));
  return new Request(`http://127.0.0.1/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tokenOf("admin")}`,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Creates another server of a workspace, which is disposed of when the test has finished. */
function serve(workspace: Workspace, options: Omit<ServerOptions, "workspace"> = {}): PreceptServer {
  const server = createServer({ workspace, ...options });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

/** Sends the request of a route. Returns the route, the status and the code of the error. */
async function send(
  server: PreceptServer,
  id: ProjectRouteId,
  headers?: Readonly<Record<string, string>>,
): Promise<readonly [id: ProjectRouteId, status: number, code: unknown]> {
  const response = await server.fetch(requestOf(id, headers));
  if (response.ok) {
    await response.body?.cancel();
    return [id, response.status, undefined];
  }
  return [id, response.status, ((await response.json()) as { readonly code: string }).code];
}

/** A workspace of which every member fails with a bug. */
function failing(workspace: Workspace): Workspace {
  return new Proxy(workspace, {
    get(target, name) {
      if (name === "settings" || name === "on" || name === "root" || name === Symbol.asyncDispose) {
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      }
      throw new TypeError("A bug with a SECRET.");
    },
  });
}

// The servers of a test have one workspace, which no refused request changes.
describe("every route", () => {
  it("refuses bodies that are too large, or not JSON", async () => {
    const { workspace } = await startMatrixServer();
    const server = serve(workspace);
    const limited = serve(workspace, { limits: { bodyBytes: 1 } });
    const withBody = routes.filter(([, { body }]) => body !== undefined);
    expect(withBody.length).toBeGreaterThan(0);
    for (const [id] of withBody) {
      expect(await send(limited, id)).toEqual([id, 413, "BODY_TOO_LARGE"]);
      expect(await send(server, id, { "content-type": "text/plain" })).toEqual([id, 415, "MEDIA_TYPE_UNSUPPORTED"]);
      expect(await send(server, id, { "content-encoding": "gzip" })).toEqual([id, 415, "MEDIA_TYPE_UNSUPPORTED"]);
    }
  });

  it("refuses other hosts, other origins and too many requests", async () => {
    const { workspace } = await startMatrixServer();
    const server = serve(workspace);
    const busy = serve(workspace, { limits: { concurrency: 0 } });
    for (const [id] of routes) {
      expect(await send(server, id, { host: "evil.example" })).toEqual([id, 421, "HOST_REFUSED"]);
      expect(await send(server, id, { origin: "https://evil.example" })).toEqual([id, 403, "ORIGIN_REFUSED"]);
      expect(await send(busy, id)).toEqual([id, 429, "RATE_LIMITED"]);
    }
  });

  it("hides the messages of bugs", async () => {
    const { workspace } = await startMatrixServer();
    const server = serve(failing(workspace));
    for (const [id] of routes) {
      const response = await server.fetch(requestOf(id));
      const text = await response.text();
      // A route that reads nothing from the workspace does not fail.
      const { code } = text.startsWith("{") ? (JSON.parse(text) as { code?: string }) : {};
      expect([id, response.status < 500 || code === "INTERNAL"]).toEqual([id, true]);
      expect(text).not.toContain("SECRET");
    }
  });

  it("answers 503 if it reads stores that are closed", async () => {
    const { workspace } = await startMatrixServer();
    const server = serve(workspace);
    await workspace[Symbol.asyncDispose]();
    // Streams have this status only while the server stops.
    const reading = routes.filter(
      ([, { answer, errors }]) => answer.type === undefined && errors?.some((status) => status === 503),
    );
    expect(reading.length).toBeGreaterThan(0);
    for (const [id] of reading) expect((await send(server, id)).slice(0, 2)).toEqual([id, 503]);
  });

  it("says that the server is stopping", async () => {
    const { workspace } = await startMatrixServer();
    const server = serve(workspace);
    server.stop();
    for (const [id] of routes) expect((await send(server, id)).slice(0, 2)).toEqual([id, 503]);
  });
});

it("has rows of the access matrix for all roles", () => {
  expect(routes.every(([, { role }]) => hasRole("admin", role))).toBe(true);
});
