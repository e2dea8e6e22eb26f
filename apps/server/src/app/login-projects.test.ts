import { join } from "node:path";
import { projectRoutes, type Route } from "@precept/contract";
import { PreceptError } from "@precept/core";
import { createProject } from "@precept/testing";
import { pino } from "pino";
import { describe, expect, it, onTestFinished } from "vitest";
import { startTestProvider } from "../../test/openid-provider.ts";
import { logIn } from "../../test/provider-login.ts";
import { ruleFile } from "../../test/rule-file.ts";
import type { TestAnswer, TestRequest } from "../../test/test-server.ts";
import { createServer } from "../create-server.ts";
import { HostedProjects } from "../projects/hosted-projects.ts";

const url = "http://127.0.0.1";
const ids = ["shop", "billing"] as const;

/** What the server answers to a request of a user. */
type Send = (path: string, request?: TestRequest) => Promise<TestAnswer>;

/** Logs a user with groups in to a server of two projects. */
async function start(groups: readonly string[]): Promise<Send> {
  const provider = await startTestProvider();
  Object.assign(provider.faults.claims, { preferred_username: "ada", groups });
  const files = Object.fromEntries(ids.map((id) => [`${id}/.precept/rules/${id}.md`, ruleFile(id, [], `Text of ${id}.`)]));
  const project = await createProject({ "home/.keep": "", ...files });
  const log = pino({ level: "silent" });
  const projects = new HostedProjects({
    dirs: ids.map((id) => ({ dir: join(project.dir, id) })),
    workspace: { home: join(project.dir, "home"), userDirs: "writable" },
    rescanMs: 0,
    log,
  });
  const server = createServer({
    projects,
    log,
    authenticator: {
      authenticate: () => {
        throw new PreceptError("UNAUTHENTICATED", { reason: "missing" });
      },
    },
    oidc: {
      issuer: provider.issuer,
      clientId: "precept",
      url,
      roles: { reader: ["auditors"] },
      projects: [
        { id: "shop", roles: { reader: ["sales"], admin: ["shop-owners"] } },
        { id: "billing", roles: { reader: ["finance"], editor: ["clerks"] } },
        { id: "billing", roles: { admin: ["finance-owners"] } },
      ],
    },
  });
  onTestFinished(async () => {
    await server[Symbol.asyncDispose]();
    await projects[Symbol.asyncDispose]();
  });
  const send = async (path: string, { method, body, headers = {} }: TestRequest = {}, cookie = ""): Promise<TestAnswer> => {
    const response = await server.fetch(
      new Request(new URL(/^\/(?:api|metrics)\b/.test(path) ? path : `/api/v1${path}`, url), {
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers: { origin: url, cookie, ...(body !== undefined && { "content-type": "application/json" }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text.startsWith("{") ? JSON.parse(text) : text };
  };
  const { session } = await logIn({ request: async (path, request) => send(path, request) }, provider);
  return (path, request) => send(path, request, session);
}

const newRule = (fields: object = {}) => ({
  body: { name: "money", description: "D.", content: "C.", scope: "project", ...fields },
});
const unknown = { status: 404, code: "PROJECT_UNKNOWN" };

describe("a user with a role in one project", () => {
  it("sees this project and its role there, and has none for the server itself", async () => {
    const send = await start(["shop-owners"]);
    expect((await send("/projects")).body).toEqual({ projects: [{ id: "shop", role: "admin" }], default_project: null });
    expect((await send("/session")).body).toMatchObject({ user: "ada", role: "reader", answers_approvals: true });
    expect((await send("/projects/shop/rules")).body).toMatchObject({ rules: [{ name: "shop" }] });
    expect((await send("/projects/shop/rules", newRule())).status).toBe(201);
    expect((await send("/metrics")).status).toBe(403);
  });

  it("gets nothing of another one, from no route, by MCP, nor by naming it in a request to the own one", async () => {
    const send = await start(["shop-owners"]);
    for (const { method, path } of Object.values(projectRoutes) as Route[]) {
      const request = { method: method.toUpperCase(), ...(method === "get" ? {} : { body: {} }) };
      const answer = await send(`/projects/billing${path.replaceAll(/\{\w+\}/g, "billing")}`, request);
      expect(answer.body, `${method} ${path}`).toMatchObject(unknown);
      expect(JSON.stringify(answer.body)).not.toContain("Text of billing");
    }
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    expect((await send("/projects/billing/mcp", { body: message })).body).toMatchObject(unknown);
    expect((await send("/projects/shop/resolve", { body: { project_id: "billing" } })).body).toMatchObject(unknown);
    expect((await send("/projects/shop/rules?project_id=billing")).body).toMatchObject(unknown);
    expect((await send("/projects/shop/rules", newRule({ project_id: "billing" }))).body).toMatchObject(unknown);
  });
});

describe("a user with several roles", () => {
  it("has in each project its role there, and cannot use the higher one in the other", async () => {
    const send = await start(["shop-owners", "finance"]);
    expect((await send("/projects")).body).toMatchObject({
      projects: [
        { id: "shop", role: "admin" },
        { id: "billing", role: "reader" },
      ],
    });
    expect((await send("/projects/billing/rules")).body).toMatchObject({ rules: [{ name: "billing" }] });
    expect((await send("/projects/billing/rules", newRule())).body).toMatchObject({ status: 403 });
    expect((await send("/projects/shop/rules", newRule({ project_id: "billing" }))).body).toMatchObject(unknown);
  });

  it("has the highest of a general role and one of the project, from all entries of the project", async () => {
    const send = await start(["auditors", "clerks", "finance-owners"]);
    expect((await send("/projects")).body).toMatchObject({
      projects: [
        { id: "shop", role: "reader" },
        { id: "billing", role: "admin" },
      ],
    });
    expect((await send("/projects/shop/rules", newRule())).body).toMatchObject({ status: 403 });
    expect((await send("/projects/billing/rules", newRule())).status).toBe(201);
  });
});
