import { request as sendRequest } from "node:http";
import { createProject, propertyRuns } from "@precept/testing";
import { openWorkspace, type Workspace } from "@precept/workspace";
import * as fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { createServer } from "../create-server.ts";
import { toOpenProject } from "../projects/open-project.ts";
import type { Projects } from "../projects/projects.ts";
import { ServerMetrics } from "../metrics/server-metrics.ts";
import { listen } from "../../test/listen.ts";
import { adviceFile } from "../../test/matrix-policies.ts";
import { ruleFile } from "../../test/rule-file.ts";

/** A workspace that counts its listeners. */
function countListeners(workspace: Workspace): { readonly workspace: Workspace; readonly listeners: () => number } {
  let count = 0;
  const counted = (end: () => void): (() => void) => {
    let isActive = true;
    count += 1;
    return () => {
      if (isActive) count -= 1;
      isActive = false;
      end();
    };
  };
  const policies = new Proxy(workspace.policies, {
    get: (target, name) =>
      name === "subscribe"
        ? (...args: Parameters<typeof target.subscribe>) => counted(target.subscribe(...args))
        : bound(target, name),
  });
  const proxy = new Proxy(workspace, {
    get: (target, name) => {
      if (name === "policies") return policies;
      return name === "on" ? (...args: Parameters<typeof target.on>) => counted(target.on(...args)) : bound(target, name);
    },
  });
  return { workspace: proxy, listeners: () => count };
}

function bound(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name, target);
  return typeof value === "function" ? (value.bind(target) as unknown) : value;
}

/** A server of one project that counts its leases, its sessions, and the listeners of its workspace. */
async function start() {
  const files = { ".precept/rules/style.md": ruleFile("style"), ".precept/policies/advice.yaml": adviceFile };
  const { dir } = await createProject(files);
  const opened = await openWorkspace(dir, { home: dir });
  const { workspace, listeners } = countListeners(opened);
  const project = toOpenProject("shop", workspace);
  let leases = 0;
  const projects: Projects = {
    ids: ["shop"],
    defaultId: "shop",
    lease: async () => {
      leases += 1;
      return { project, release: () => (leases -= 1) };
    },
    states: () => [],
    [Symbol.asyncDispose]: async () => project.events.close(),
  };
  const metrics = new ServerMetrics();
  const limits = { requestsPerMinute: Infinity, concurrency: Infinity, concurrencyPerClient: Infinity };
  const server = createServer({ projects, limits, metrics, events: { maxStreams: 200 } });
  onTestFinished(async () => {
    await server[Symbol.asyncDispose]();
    await opened[Symbol.asyncDispose]();
  });
  const sessions = async (): Promise<number> => Number(/^precept_mcp_sessions (\d+)$/m.exec(await metrics.format())?.[1]);
  return { server, url: await listen(server), leases: () => leases, listeners, sessions };
}

const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

const initialize = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1.0.0" } };
const tools = {
  rules_for_files: { files: ["a.ts"] },
  get_rule: { name: "style" },
  rule_engine: { action: "execute", context: { code: "TODO" } },
} as const;

const message = fc.oneof(
  fc
    .tuple(fc.constantFrom(...(Object.keys(tools) as (keyof typeof tools)[])), fc.boolean())
    .map(([name, isModern]) => ({ method: "tools/call", name, params: { name, arguments: tools[name] }, isModern })),
  fc.constantFrom("tools/list", "resources/list").map((method) => ({ method, name: undefined, params: {}, isModern: true })),
  fc.constant({ method: "initialize", name: undefined, params: initialize, isModern: false }),
  fc.constant({
    method: "subscriptions/listen",
    name: undefined,
    params: {
      notifications: { toolsListChanged: true, resourcesListChanged: true, resourceSubscriptions: ["rules://rule/style"] },
    },
    isModern: true,
  }),
);

/** When a client leaves: never, after so many milliseconds, or when it has the headers of the answer. */
const leaving = fc.oneof(
  { weight: 3, arbitrary: fc.constant("never" as const) },
  { weight: 1, arbitrary: fc.constant("headers" as const) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 300 }) },
);

type Call = typeof message extends fc.Arbitrary<infer Value> ? Value : never;

/** Sends a call over a connection of its own. Resolves with the status, or `left`. */
async function send(url: string, { method, name, params, isModern }: Call, leaves: "never" | "headers" | number) {
  const isStream = method === "subscriptions/listen";
  return new Promise<number | "left">((resolve, reject) => {
    const headers = {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...(isModern && {
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        ...(name !== undefined && { "mcp-name": name }),
      }),
    };
    const sent = sendRequest(`${url}/api/v1/mcp`, { method: "POST", headers, agent: false }, (response) => {
      const status = response.statusCode ?? 0;
      // A stream does not end by itself.
      if (leaves === "headers" || isStream) {
        sent.destroy();
        resolve(status);
      }
      response
        .on("error", () => resolve("left"))
        .on("end", () => resolve(status))
        .resume();
    });
    sent.on("error", (error) => (leaves === "never" && !isStream ? reject(error) : resolve("left")));
    const given = isModern ? { ...params, _meta: envelope } : params;
    sent.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: given }));
    if (typeof leaves === "number") setTimeout(() => sent.destroy(), leaves);
  });
}

it("hundreds of concurrent clients, some of which leave in mid-call, leave nothing behind", { tags: "slow" }, async () => {
  const { url, leases, listeners, sessions, server } = await start();
  const before = listeners();
  const calls = fc.sample(fc.tuple(message, leaving), { numRuns: propertyRuns({ sample: 300, full: 1000 }), seed: 15 });
  const statuses = await Promise.all(calls.map(([call, leaves]) => send(url, call, leaves)));
  // Streams have a limit, whose answer is 429.
  expect([...new Set(statuses)].filter((status) => ![200, 429, "left"].includes(status))).toEqual([]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(calls.length * 0.4);
  await expect.poll(leases, { timeout: 10_000 }).toBe(0);
  await expect.poll(listeners, { timeout: 10_000 }).toBe(before);
  expect(await sessions()).toBeLessThanOrEqual(calls.filter(([{ method }]) => method === "initialize").length);
  // All places of streams are free again.
  const streams = await Promise.all(Array.from({ length: 200 }, () => fetch(`${url}/api/v1/events`)));
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  for (const { body } of streams) await body?.cancel();
  server.stop();
  expect(await sessions()).toBe(0);
});

it("clients of the older protocol that drop their streams leave nothing behind", async () => {
  const { url, leases, listeners, sessions } = await start();
  const before = listeners();
  const left = new AbortController();
  const headers = { accept: "application/json, text/event-stream", "content-type": "application/json" };
  const open = async (): Promise<number> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: initialize });
    const initialized = await fetch(`${url}/api/v1/mcp`, { method: "POST", headers, body });
    const session = initialized.headers.get("mcp-session-id") ?? "";
    await initialized.text();
    const { status } = await fetch(`${url}/api/v1/mcp`, {
      headers: { ...headers, "mcp-session-id": session },
      signal: left.signal,
    });
    return status;
  };
  expect(new Set(await Promise.all(Array.from({ length: 50 }, open)))).toEqual(new Set([200]));
  expect([leases(), await sessions()]).toEqual([50, 50]);
  expect(listeners()).toBeGreaterThanOrEqual(before + 50);
  left.abort();
  await expect.poll(leases, { timeout: 10_000 }).toBe(0);
  await expect.poll(listeners, { timeout: 10_000 }).toBe(before);
});
