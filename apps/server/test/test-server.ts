import { join } from "node:path";
import { problem, projectRoutes, type Route } from "@precept/contract";
import { createProject, type Project } from "@precept/testing";
import { openWorkspace, type Workspace, type WorkspaceOptions } from "@precept/workspace";
import { pino } from "pino";
import { expect, onTestFinished } from "vitest";
import { createServer, type PreceptServer, type ServerOptions } from "../src/create-server.ts";
import { EventReader } from "./event-reader.ts";

export interface TestRequest {
  /** Default `GET`, or `POST` with a body. */
  readonly method?: string;
  /** Sent as JSON. A string is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string;
}

interface StreamRequest extends Pick<TestRequest, "headers" | "token"> {
  readonly lastId?: string | undefined;
  readonly signal?: AbortSignal;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; the text if it is not JSON; undefined if it is empty. */
  readonly body: unknown;
}

export interface TestServer {
  readonly project: Project;
  readonly workspace: Workspace;
  readonly server: PreceptServer;
  /**
   * Opens a stream of events without a socket.
   *
   * @param path relative to `/api/v1`.
   */
  readonly openEvents: (path: string, request?: StreamRequest) => Promise<EventReader>;
  /**
   * Sends a request without a socket. Fails the test if the answer is not as its route documents it.
   *
   * @param path relative to `/api/v1`, or absolute from `/`.
   */
  readonly request: (path: string, request?: TestRequest) => Promise<TestAnswer>;
}

export interface TestServerOptions extends Omit<ServerOptions, "workspace" | "projects"> {
  /** How the workspace is opened. Its home is `home` in the directory of the test. */
  readonly open?: WorkspaceOptions;
}

/**
 * Starts a server of one project for a test. The project is in `shop`, the user's Precept directory is `home`.
 *
 * @param files by path, relative to the directory of both.
 */
export async function startTestServer(
  files: Readonly<Record<string, string>> = {},
  { open, ...options }: TestServerOptions = {},
): Promise<TestServer> {
  const project = await createProject({ "home/.keep": "", "shop/.keep": "", ...files });
  const workspace = await openWorkspace(join(project.dir, "shop"), {
    home: join(project.dir, "home"),
    userDirs: "writable",
    ...open,
  });
  const log = pino({ level: "error" }, pino.destination({ dest: 2, sync: true }));
  const server = createServer({ workspace, log, ...options });
  onTestFinished(async () => {
    await server[Symbol.asyncDispose]();
    await workspace[Symbol.asyncDispose]();
  });
  return {
    project,
    workspace,
    server,
    async openEvents(path, { headers = {}, token, lastId, signal } = {}) {
      const response = await server.fetch(
        new Request(new URL(`/api/v1${path}`, "http://127.0.0.1"), {
          headers: {
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(lastId !== undefined && { "last-event-id": lastId }),
            ...headers,
          },
          ...(signal !== undefined && { signal }),
        }),
      );
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "text/event-stream",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
      });
      if (response.body === null) throw new Error("The answer has no body.");
      const reader = new EventReader(response.body);
      onTestFinished(() => reader.close());
      return reader;
    },
    async request(path, { body, headers = {}, token, method = body === undefined ? "GET" : "POST" } = {}) {
      const url = new URL(
        path.startsWith("/api") || path.startsWith("//") ? path.replace(/^\/\//, "/") : `/api/v1${path}`,
        "http://127.0.0.1",
      );
      const response = await server.fetch(
        new Request(url, {
          method,
          headers: {
            ...(body !== undefined && { "content-type": "application/json" }),
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...headers,
          },
          ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
        }),
      );
      const answer = { status: response.status, headers: response.headers, body: parse(await response.text()) };
      assertDocumented(method, url, answer);
      return answer;
    },
  };
}

function parse(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Fails the test if an answer differs from the documentation of its route: another status, or a missing, unknown or
 * invalid field.
 */
function assertDocumented(method: string, url: URL, { status, headers, body }: TestAnswer): void {
  if (method === "HEAD" || method === "OPTIONS") return;
  if (status >= 400) {
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(problem.parse(body)).toEqual(body);
    expect(body).toMatchObject({ status, request_id: headers.get("x-request-id") });
    return;
  }
  const route = findRoute(method, url);
  if (route === undefined) return;
  if (status === 304) {
    expect([route.condition, body]).toEqual(["if-none-match", undefined]);
    return;
  }
  for (const name of Object.keys(route.answer.headers ?? {})) expect(headers.get(name)).not.toBeNull();
  expect(status).toBe(route.answer.status);
  // Parsing removes undocumented fields.
  if (route.answer.body !== undefined) expect(route.answer.body.parse(body)).toEqual(body);
}

/** The route of a request. Fixed segments take precedence over parameters, for all methods. */
export function findRoute(method: string, { pathname, searchParams }: URL): Route | undefined {
  const relative = pathname.replace(/^\/api\/v1(?:\/projects\/[^/]+)?/, "").replace(/\/$/, "");
  return (Object.values(projectRoutes) as Route[])
    .filter((route) => route.method === method.toLowerCase() && patternOf(route.path).test(relative))
    .filter(({ exceptWith }) => exceptWith === undefined || !searchParams.has(exceptWith))
    .toSorted((left, right) => countParameters(left) - countParameters(right))[0];
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}

function countParameters({ path }: Route): number {
  return path.split("{").length;
}
