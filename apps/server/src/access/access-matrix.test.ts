import { hasRole, projectRoutes, roles, type ProjectRouteId, type Route } from "@precept/api";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { accessMatrix, owners, type AccessRow } from "../testing/access-matrix.ts";
import { nameOf, startMatrixServer, tokenOf } from "../testing/matrix-server.ts";
import type { TestAnswer, TestServer } from "../testing/test-server.ts";

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

/** Sends the request of a route. Of a stream, only the status is read. */
async function send({ request, server }: TestServer, { id, name = nameOf("own"), token, change }: Sent): Promise<TestAnswer> {
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
  return JSON.stringify({ status, body: { ...(body as object), request_id: "" } }).replaceAll(name, "NAME");
}

/** What a client got: `served`, `hidden` or `forbidden`, or a description of another answer. */
async function observe(server: TestServer, sent: Sent & { readonly name: string }): Promise<string> {
  const answer = await send(server, sent);
  if (answer.status === 403) return "forbidden";
  if (answer.status === 404) {
    const unknown = await send(server, { ...sent, name: "data-of-nobody" });
    const isSame = normalize(answer, sent.name) === normalize(unknown, "data-of-nobody");
    return isSame ? "hidden" : "answered in another way than for data that does not exist";
  }
  if (answer.status >= 300) return outcomeOf(answer);
  const isShown = JSON.stringify(answer.body ?? null).includes(sent.name);
  return isShown || !accessMatrix[sent.id].shows ? "served" : "hidden";
}

describe.each(routes)("%s", (id, route) => {
  it("requires a token", async () => {
    const answer = await send(await startMatrixServer(), { id });
    expect(outcomeOf(answer)).toBe("401 UNAUTHENTICATED");
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="precept"');
  });

  it.each(roles)("hides the project from a token of another project, as %s", async (role) => {
    const answer = await send(await startMatrixServer(), { id, token: tokenOf(role, "elsewhere") });
    expect(outcomeOf(answer)).toBe("404 PROJECT_UNKNOWN");
  });

  const tooLow = roles.filter((role) => !hasRole(role, route.role));

  it.runIf(tooLow.length > 0).each(tooLow)("is forbidden for %s", async (role) => {
    expect(outcomeOf(await send(await startMatrixServer(), { id, token: tokenOf(role) }))).toBe("403 FORBIDDEN");
  });

  const change = namingUser(route, "bob");

  it.runIf(change !== undefined).each(roles)("lets only admins name another user, as %s", async (role) => {
    const answer = await send(await startMatrixServer(), { id, token: tokenOf(role), change });
    expect(outcomeOf(answer) === "403 FORBIDDEN").toBe(role !== "admin");
  });

  const cases = owners.flatMap((owner) => roles.map((role) => [role, owner, accessMatrix[id].outcomes[owner][role]] as const));

  it.each(cases)("asked by %s for %s data: %s", async (role, owner, outcome) => {
    expect(await observe(await startMatrixServer(), { id, name: nameOf(owner), token: tokenOf(role) })).toBe(outcome);
  });
});
