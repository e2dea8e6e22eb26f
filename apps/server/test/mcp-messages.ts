import * as fc from "fast-check";
import { advicePolicy, newPolicy } from "./matrix-policies.ts";

const uris = fc.constantFrom("rules://rule/style", "rules://rule/%", "rule-engine://notifications", "file:///etc/passwd", "");

/** The parameters of the methods of clients. */
const params: Readonly<Record<string, fc.Arbitrary<object>>> = {
  initialize: fc.constantFrom("2025-11-25", "2025-03-26", "2026-07-28", "1999-01-01").map((protocolVersion) => ({
    protocolVersion,
    capabilities: {},
    clientInfo: { name: "test", version: "1.0.0" },
  })),
  "server/discover": fc.constant({}),
  ping: fc.constant({}),
  "tools/list": fc.record({ cursor: fc.option(fc.constantFrom("", "x"), { nil: undefined }) }, { requiredKeys: [] }),
  "tools/call": fc.oneof(
    fc
      .record({ files: fc.constantFrom(["a.ts"], []), prompt: fc.constant("fix it") })
      .map((args) => tool("rules_for_files", args)),
    fc.constantFrom("request_rules", "get_rule", "explain_rule").map((name) => tool(name, { name: "style", names: ["style"] })),
    fc.constantFrom("check_violation", "execute").map((action) => tool("rule_engine", { action, context: { code: "TODO" } })),
    fc.constant(tool("rule_engine", { action: "register", rule: newPolicy })),
    fc.constantFrom(":", ".", "-").map((separator) => tool(`rule_engine${separator}${advicePolicy}`, { code: "TODO" })),
    fc.constantFrom("session", "project", "user").map((scope) => tool("remember_rule", { name: "new", content: "New.", scope })),
    fc.constant(tool("search_rules", { query: "style", limit: 5 })),
  ),
  "prompts/list": fc.constant({}),
  "prompts/get": fc.constant({ name: "rule", arguments: { name: "style" } }),
  "resources/list": fc.constant({}),
  "resources/templates/list": fc.constant({}),
  "resources/read": uris.map((uri) => ({ uri })),
  "resources/subscribe": uris.map((uri) => ({ uri })),
  "resources/unsubscribe": uris.map((uri) => ({ uri })),
  "completion/complete": fc.constant({
    ref: { type: "ref/prompt", name: "rule" },
    argument: { name: "name", value: "s" },
  }),
  "logging/setLevel": fc.constant({ level: "debug" }),
  "subscriptions/listen": uris.map((uri) => ({ notifications: { toolsListChanged: true, resourceSubscriptions: [uri] } })),
  "notifications/initialized": fc.constant({}),
  "notifications/cancelled": fc.constant({ requestId: 1, reason: "changed my mind" }),
  "tasks/get": fc.constant({ taskId: "1" }),
};

function tool(name: string, args: object): object {
  return { name, arguments: args };
}

const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Generates the messages of MCP clients, in both generations of the protocol. */
export const mcpMessages: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc
  .constantFrom(...Object.keys(params))
  .chain((method) =>
    fc.record({
      method: fc.constant(method),
      id: fc.constantFrom<unknown>(1, "a", undefined),
      params: params[method] as fc.Arbitrary<object>,
      isModern: fc.boolean(),
    }),
  )
  .map(({ method, id, params: given, isModern }) => ({
    jsonrpc: "2.0",
    ...(id !== undefined && { id }),
    method,
    params: isModern ? { ...given, _meta: envelope } : given,
  }));

/** The headers of a message: clients of the newer generation repeat parts of it. */
export function mcpHeaders({ method, params: given }: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const { _meta: meta, name, uri } = given as { readonly _meta?: unknown; readonly name?: string; readonly uri?: string };
  const named = name ?? uri;
  return {
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    ...(meta !== undefined && { "mcp-protocol-version": "2026-07-28", "mcp-method": String(method) }),
    ...(meta !== undefined && named !== undefined && { "mcp-name": named }),
  };
}
