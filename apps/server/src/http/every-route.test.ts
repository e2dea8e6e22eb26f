import { hasRole, projectRoutes, type ProjectRouteId, type Route } from "@precept/contract";
import type { Workspace } from "@precept/workspace";
import { describe, expect, it } from "vitest";
import { createServer, type ServerOptions } from "../create-server.ts";
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

/**
 * Sends the request of a route to another server of the same workspace. Returns its status and the code of its error.
 */
async function send(
  id: ProjectRouteId,
  workspace: Workspace,
  options: Omit<ServerOptions, "workspace"> = {},
  headers?: Readonly<Record<string, string>>,
): Promise<readonly [status: number, code: unknown]> {
  const server = createServer({ workspace, ...options });
  try {
    const response = await server.fetch(requestOf(id, headers));
    if (response.ok) {
      await response.body?.cancel();
      return [response.status, undefined];
    }
    return [response.status, ((await response.json()) as { readonly code: string }).code];
  } finally {
    await server[Symbol.asyncDispose]();
  }
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

describe.each(routes)("%s", (id, route) => {
  it.runIf(route.body !== undefined)("refuses bodies that are too large, or not JSON", async () => {
    const { workspace } = await startMatrixServer();
    expect(await send(id, workspace, { limits: { bodyBytes: 1 } })).toEqual([413, "BODY_TOO_LARGE"]);
    expect(await send(id, workspace, {}, { "content-type": "text/plain" })).toEqual([415, "MEDIA_TYPE_UNSUPPORTED"]);
    expect(await send(id, workspace, {}, { "content-encoding": "gzip" })).toEqual([415, "MEDIA_TYPE_UNSUPPORTED"]);
  });

  it("refuses other hosts, other origins and too many requests", async () => {
    const { workspace } = await startMatrixServer();
    expect(await send(id, workspace, {}, { host: "evil.example" })).toEqual([421, "HOST_REFUSED"]);
    expect(await send(id, workspace, {}, { origin: "https://evil.example" })).toEqual([403, "ORIGIN_REFUSED"]);
    expect(await send(id, workspace, { limits: { concurrency: 0 } })).toEqual([429, "RATE_LIMITED"]);
  });

  it("hides the messages of bugs", async () => {
    const { workspace } = await startMatrixServer();
    const server = createServer({ workspace: failing(workspace) });
    const response = await server.fetch(requestOf(id));
    const text = await response.text();
    // A route that reads nothing from the workspace does not fail.
    const { code } = text.startsWith("{") ? (JSON.parse(text) as { code?: string }) : {};
    expect(response.status < 500 || code === "INTERNAL").toBe(true);
    expect(text).not.toContain("SECRET");
  });

  // Streams have this status only while the server stops.
  const readsStores = route.answer.type === undefined && route.errors?.some((status) => status === 503);

  it.runIf(readsStores)("answers 503 if the stores are closed", async () => {
    const { workspace } = await startMatrixServer();
    await workspace[Symbol.asyncDispose]();
    expect((await send(id, workspace))[0]).toBe(503);
  });

  it("says that the server is stopping", async () => {
    const { workspace } = await startMatrixServer();
    const server = createServer({ workspace });
    server.stop();
    expect((await server.fetch(requestOf(id))).status).toBe(503);
  });
});

it("has rows of the access matrix for all roles", () => {
  expect(routes.every(([, { role }]) => hasRole("admin", role))).toBe(true);
});
