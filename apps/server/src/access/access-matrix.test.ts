import { hasRole, projectRoutes, roles, type ProjectRouteId, type Role, type Route } from "@precept/api";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { accessMatrix, owners, type AccessRow, type Owner } from "../testing/access-matrix.ts";
import { nameOf, startMatrixServer, tokenOf } from "../testing/matrix-server.ts";
import type { TestAnswer, TestServer } from "../testing/test-server.ts";

type SentRequest = ReturnType<AccessRow["request"]>;

const routes = Object.entries(projectRoutes) as [ProjectRouteId, Route][];

/** Sends the request of a route about some data. Of a stream, only the status is read. */
async function send(
  { request, server }: TestServer,
  id: ProjectRouteId,
  name: string,
  token: string | undefined,
): Promise<TestAnswer> {
  const { path, ...options } = accessMatrix[id].request(name);
  const isStream = (projectRoutes[id] as Route).answer.type !== undefined;
  if (!isStream) return request(path, { ...options, ...(token !== undefined && { token }) });
  const headers = { ...options.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const response = await server.fetch(new Request(`http://127.0.0.1/api/v1${path}`, { headers }));
  await response.body?.cancel();
  return { status: response.status, headers: response.headers, body: undefined };
}

/** Returns a function that adds a user to a request, if the route accepts one. */
function namingUser({ query, body }: Route, user: string): ((sent: SentRequest) => SentRequest) | undefined {
  if (query !== undefined && "user_id" in query.shape) {
    return (sent) => ({ ...sent, path: `${sent.path}${sent.path.includes("?") ? "&" : "?"}user_id=${user}` });
  }
  if (body instanceof z.ZodObject && "user_id" in body.shape) {
    return (sent) => ({ ...sent, body: { ...(sent.body as object), user_id: user } });
  }
  return undefined;
}

/** An answer to compare with that for other data: without the name of the data and the id of the request. */
function normalize({ status, body }: TestAnswer, name: string): string {
  return JSON.stringify({ status, body: { ...(body as object), request_id: "" } }).replaceAll(name, "NAME");
}

function codeOf({ body }: TestAnswer): unknown {
  return (body as { code?: unknown } | undefined)?.code;
}

describe.each(routes)("%s", (id, route) => {
  it("requires a token", async () => {
    const answer = await send(await startMatrixServer(), id, nameOf("own"), undefined);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="precept"');
  });

  it.each(roles)("hides the project from a token of another project, as %s", async (role) => {
    const server = await startMatrixServer();
    const answer = await send(server, id, nameOf("own"), tokenOf(role, "elsewhere"));
    expect([answer.status, codeOf(answer)]).toEqual([404, route.answer.type === undefined ? "PROJECT_UNKNOWN" : undefined]);
  });

  it.each(roles.filter((role) => !hasRole(role, route.role)))("is forbidden for %s", async (role) => {
    const answer = await send(await startMatrixServer(), id, nameOf("own"), tokenOf(role));
    expect([answer.status, codeOf(answer)]).toEqual([403, "FORBIDDEN"]);
  });

  const addUser = namingUser(route, "bob");

  it.runIf(addUser !== undefined).each(roles)("lets only admins name another user, as %s", async (role) => {
    const answer = await send(await startMatrixServer(), id, nameOf("own"), tokenOf(role), addUser);
    if (role === "admin") expect(answer.status).not.toBe(403);
    else expect([answer.status, codeOf(answer)]).toEqual([403, "FORBIDDEN"]);
  });

  const cases = owners.flatMap((owner) => roles.map((role) => [role, owner, accessMatrix[id].outcomes[owner][role]] as const));

  it.each(cases)("asked by %s for %s data: %s", async (role: Role, owner: Owner, outcome) => {
    const server = await startMatrixServer();
    const name = nameOf(owner);
    const answer = await send(server, id, name, tokenOf(role));
    const text = JSON.stringify(answer.body ?? null);
    if (outcome === "forbidden") {
      expect([answer.status, codeOf(answer)]).toEqual([403, "FORBIDDEN"]);
      return;
    }
    if (outcome === "served") {
      expect([answer.status, text]).toEqual([route.answer.status, expect.stringContaining(accessMatrix[id].shows ? name : "")]);
      return;
    }
    if (answer.status === 404) {
      const unknown = await send(server, id, "data-of-nobody", tokenOf(role));
      expect(normalize(answer, name)).toBe(normalize(unknown, "data-of-nobody"));
    } else {
      expect(answer.status).toBe(route.answer.status);
      expect(text).not.toContain(name);
    }
  });
});
