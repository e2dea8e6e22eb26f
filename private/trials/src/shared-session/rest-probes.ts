import { projectRoutes, type Route } from "@precept/contract";
import { createServer, type Authenticator, type PreceptServer } from "@precept/server";
import type { Workspace } from "@precept/workspace";
import { PreceptError } from "@precept/core";
import type { Random } from "@precept/testing/random";
import { pino } from "pino";
import { z } from "zod";
import { fillSchema, type Schema } from "./fill-schema.ts";
import type { Size } from "../trial.ts";
import type { Recorder } from "./recorder.ts";

/** The tokens without the right to main sessions that send requests, and one of the owner. */
const roles = { reader: "reader", editor: "editor", admin: "admin", owner: "admin" } as const;
type TestToken = keyof typeof roles;
/** The tokens that may only have shared sessions. */
export const sharedTokens = ["reader", "editor", "admin"] as const satisfies readonly TestToken[];

/** All belong to the same user, so that only the right to main sessions keeps the memory from them. */
const authenticator: Authenticator = {
  authenticate(authorization) {
    const token = (authorization ?? "").replace("Bearer ", "");
    if (!(token in roles)) throw new PreceptError("UNAUTHENTICATED", { reason: "missing" });
    const role = roles[token as TestToken];
    return { tokenId: token, user: "ada", role, projects: "all", mainSession: token === "owner" };
  },
};

/** A server whose log is recorded. */
export function startServer(workspace: Workspace, recorder: Recorder): PreceptServer {
  const log = pino({ level: "trace" }, { write: (line: string) => recorder.record("log of the server", line) });
  const limits = { requestsPerMinute: 1_000_000, concurrencyPerClient: 1_000, concurrency: 2_000 };
  return createServer({ workspace, authenticator, log, limits });
}

/** Sends requests as the owner, in main sessions, so that everything is cached that can be. */
export async function warmUp(server: PreceptServer, session: string): Promise<void> {
  for (const path of [`/context?session_type=main&session_id=${session}`, `/context/memory?session_id=${session}`]) {
    const response = await send(server, "owner", "GET", path);
    const text = await response.text();
    // A memory that is a link out of the directory of the context is refused to its owner, too.
    if (!response.ok && !text.includes("PATH_REFUSED")) throw new Error(`${path}: ${response.status} ${text}`);
  }
  const body = { session_type: "main", session_id: session, create: true, prompt: "start", id: `trace-of-${session}` };
  await (await send(server, "owner", "POST", "/context/boot", body)).text();
}

/** Sends requests to each route with each token, or in a sample with a random one, and records the answers. */
export async function probeRoutes(
  server: PreceptServer,
  texts: readonly string[],
  recorder: Recorder,
  random: Random,
  size: Size,
): Promise<void> {
  const routes = Object.entries(projectRoutes) as [string, Route][];
  for (const [id, route] of routes) {
    // Streams are read elsewhere.
    if (route.answer.type !== undefined) continue;
    for (const token of size === "sample" ? [random.pick(sharedTokens)] : sharedTokens) {
      for (const { path, body } of requestsOf(route, texts, random)) {
        const method = route.method.toUpperCase();
        const response = await send(server, token, method, path, body);
        await recordResponse(recorder, `${id} as ${token}: ${method} ${path} ${JSON.stringify(body)}`, response);
      }
    }
  }
  for (const path of ["/metrics", "/openapi.json", "/healthz", "/readyz", "/api/v1", "/MEMORY.md", "/api/v1/context/MEMORY.md"])
    await recordResponse(recorder, path, await fetchFrom(server, "admin", "GET", path));
}

/** Opens a stream of all events, and records it. Returns a function that waits for its end. */
export async function recordEvents(server: PreceptServer, recorder: Recorder): Promise<() => Promise<void>> {
  const types = "rules_changed,rules_applied,rule_debug,violation,context_changed";
  const response = await send(server, "admin", "GET", `/events?all=true&types=${types}`);
  const ended = recordResponse(recorder, "events", response);
  return () => ended;
}

function requestsOf(route: Route, texts: readonly string[], random: Random) {
  const context = route.path.startsWith("/context") || route.path === "/resolve";
  return Array.from({ length: context ? 6 : 2 }, () => {
    const fill = (schema: z.ZodType | undefined): unknown =>
      schema === undefined ? undefined : fillSchema(toSchema(schema), texts, random);
    const body = withRequest(route, fill(route.body), texts, random);
    const query = new URLSearchParams(
      Object.entries((fill(route.query) ?? {}) as Record<string, unknown>).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
    );
    const path = route.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(random.pick(texts) || "x"));
    return { path: query.size === 0 ? path : `${path}?${query.toString()}`, body };
  });
}

/** Names the memory in the fields that matter most, so that most requests are valid. */
function withRequest(route: Route, body: unknown, texts: readonly string[], random: Random): unknown {
  if (route.path === "/resolve" || route.path === "/context/boot") {
    const some = (): string[] => Array.from({ length: 4 }, () => random.pick(texts));
    const session = random.pick(["own", "group", undefined]);
    return {
      prompt: some().join(" "),
      files: some(),
      include: some(),
      messages: [{ role: "user", content: some().join(" "), tool_calls: [{ arguments: { path: random.pick(texts) } }] }],
      debug: true,
      variables: { file: random.pick(texts) },
      format: random.pick(["markdown", "xml", "mdc"]),
      ...(session !== undefined && { session_id: session }),
      ...(route.path === "/context/boot" && {
        session_type: random.pick(["shared", "main", undefined]),
        create: random.chance(0.3),
      }),
    };
  }
  return body;
}

/** The schemas of routes, as JSON Schema. */
const schemas = new WeakMap<z.ZodType, Schema>();

function toSchema(schema: z.ZodType): Schema {
  const known = schemas.get(schema) ?? (z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema);
  schemas.set(schema, known);
  return known;
}

async function recordResponse(recorder: Recorder, source: string, response: Response): Promise<void> {
  recorder.record(`${source} (headers)`, JSON.stringify([...response.headers]));
  recorder.record(source, await response.text());
}

async function send(server: PreceptServer, token: TestToken, method: string, path: string, body?: unknown): Promise<Response> {
  return fetchFrom(server, token, method, `/api/v1${path}`, body);
}

async function fetchFrom(
  server: PreceptServer,
  token: TestToken,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  const url = new URL(path, "http://127.0.0.1");
  const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && { "content-type": "application/json" }) };
  return server.fetch(new Request(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }));
}
