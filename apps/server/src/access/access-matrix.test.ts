import { hasRole, projectRoutes, roles, type ProjectRouteId, type Route } from "@precept/contract";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { accessMatrix, owners, type AccessRow } from "../../test/access-matrix.ts";
import { nameOf, startMatrixServer, tokenOf } from "../../test/matrix-server.ts";
import type { TestAnswer, TestServer } from "../../test/test-server.ts";

type SentRequest = ReturnType<AccessRow["request"]>;

const routes = Object.entries(projectRoutes) as [ProjectRouteId, Route][];

/** A route, and whom its requests are about. */
interface Sent {
  readonly id: ProjectRouteId;
  readonly name?: string;
  readonly token?: string;
  /** Changes the request of the matrix. */
  readonly change?: ((sent: SentRequest) => SentRequest) | undefined;
}

/** The servers that accepted a request. */
const accepting = new WeakSet<TestServer>();

async function send(server: TestServer, sent: Sent): Promise<TestAnswer> {
  const answer = await sendTo(server, sent);
  if (answer.status < 400) accepting.add(server);
  return answer;
}

/** Sends the request of a route. Of a stream, only the status is read. */
async function sendTo({ request, server }: TestServer, { id, name = nameOf("own"), token, change }: Sent): Promise<TestAnswer> {
  const original = accessMatrix[id].request(name);
  const { path, ...options } = change?.(original) ?? original;
  const route: Route = projectRoutes[id];
  if (route.answer.type === undefined) return request(path, { ...options, ...(token !== undefined && { token }) });
  const headers = { ...options.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const response = await server.fetch(new Request(`http://127.0.0.1/api/v1${path}`, { headers }));
  if (response.ok) await response.body?.cancel();
  return { status: response.status, headers: response.headers, body: response.ok ? undefined : await response.json() };
}

/** Returns a function that names a user in a request; undefined if the route accepts none. */
function namingUser({ query, body }: Route, user: string): Sent["change"] {
  if (query !== undefined && "user_id" in query.shape) {
    return (sent) => ({ ...sent, path: `${sent.path}${sent.path.includes("?") ? "&" : "?"}user_id=${user}` });
  }
  if (body instanceof z.ZodObject && "user_id" in body.shape) {
    return (sent) => ({ ...sent, body: { ...(sent.body as object), user_id: user } });
  }
  return undefined;
}

function outcomeOf({ status, body }: TestAnswer): string {
  const { code } = (body ?? {}) as { readonly code?: string };
  return code === undefined ? String(status) : `${status} ${code}`;
}

/** An answer to compare with that for other data: without the name of the data and the id of the request. */
function normalize({ status, body }: TestAnswer, name: string): string {
  const text = JSON.stringify({ status, body: { ...(body as object), request_id: "" } }).replaceAll(name, "NAME");
  // The keys of soft hooks are hashes of their names.
  return text.replaceAll(/\b[0-9a-f]{10}\b/g, "KEY");
}

/** A name that does not exist. It is so similar that errors suggest the same names. */
function similarTo(name: string): string {
  return name.replace(/.$/, "q");
}

/** What a client got: `served`, `hidden` or `forbidden`, or a description of another answer. */
async function observe(server: TestServer, sent: Sent & { readonly name: string }): Promise<string> {
  const answer = await send(server, sent);
  if (answer.status === 403) return "forbidden";
  if (answer.status === 404) {
    const unknownName = similarTo(sent.name);
    const unknown = await send(server, { ...sent, name: unknownName });
    const isSame = normalize(answer, sent.name) === normalize(unknown, unknownName);
    return isSame ? "hidden" : "answered in another way than for data that does not exist";
  }
  if (answer.status >= 300) return outcomeOf(answer);
  const isShown = JSON.stringify(answer.body ?? null).includes(sent.name);
  return isShown || !accessMatrix[sent.id].shows ? "served" : "hidden";
}

/** Whether an accepted request of a route may change what others see. */
const changes = ({ isRepeatable, method }: Route): boolean => !isRepeatable || method === "put" || method === "delete";

/** Provides a server for each request: a new one after an accepted request that may change what others see. */
class MatrixServers {
  #server: Promise<TestServer> | undefined;

  async next(route: Route): Promise<TestServer> {
    const server = await (this.#server ??= startMatrixServer());
    if (!changes(route) || !accepting.has(server)) return server;
    return (this.#server = startMatrixServer());
  }
}

it("each route requires a token, hides the project from a token of another project, and requires its role", async () => {
  const server = await startMatrixServer();
  for (const [id, route] of routes) {
    const answer = await send(server, { id });
    expect([id, outcomeOf(answer)]).toEqual([id, "401 UNAUTHENTICATED"]);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="precept"');
    for (const role of roles) {
      const elsewhere = await send(server, { id, token: tokenOf(role, "elsewhere") });
      expect([id, role, outcomeOf(elsewhere)]).toEqual([id, role, "404 PROJECT_UNKNOWN"]);
      if (hasRole(role, route.role)) continue;
      expect([id, role, outcomeOf(await send(server, { id, token: tokenOf(role) }))]).toEqual([id, role, "403 FORBIDDEN"]);
    }
  }
});

/** The routes that one test can send requests to, because they do not affect each other, with their ids. */
const groups = [
  ["routes that change nothing", routes.filter(([, route]) => !changes(route))] as const,
  ...routes.filter(([, route]) => changes(route)).map((route) => [route[0], [route]] as const),
];

describe.each(groups)("%s", (_, group) => {
  const naming = group.flatMap(([id, route]) => {
    const change = namingUser(route, "bob");
    return change === undefined ? [] : [{ id, route, change }];
  });

  it.runIf(naming.length > 0)("let only admins name another user", async () => {
    const servers = new MatrixServers();
    for (const { id, route, change } of naming) {
      for (const role of roles) {
        const answer = await send(await servers.next(route), { id, token: tokenOf(role), change });
        expect([id, role, outcomeOf(answer) === "403 FORBIDDEN"]).toEqual([id, role, role !== "admin"]);
      }
    }
  });

  it("give each role what the matrix says, for the data of each owner", async () => {
    const servers = new MatrixServers();
    for (const [id, route] of group) {
      const observed: Record<string, Record<string, string>> = {};
      for (const owner of owners) {
        const ofOwner: Record<string, string> = (observed[owner] = {});
        for (const role of roles) {
          const sent = { id, name: nameOf(owner), token: tokenOf(role) };
          ofOwner[role] = await observe(await servers.next(route), sent);
        }
      }
      expect({ id, observed }).toEqual({ id, observed: accessMatrix[id].outcomes });
    }
  });
});
