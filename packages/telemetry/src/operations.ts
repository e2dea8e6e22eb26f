import type { Attributes } from "./attributes.ts";
import type { HistogramName } from "./metric-table.ts";

/** What is traced and measured as one operation. */
export interface OperationSpec {
  /** The name of the span. Its attributes may be known only at the end of the operation. */
  readonly span: (attributes: Attributes) => string;
  /** The name of the span in the documentation. */
  readonly shownName: string;
  /** `server`: answers another program. `client`: waits for a database. */
  readonly kind: "internal" | "server" | "client";
  /** Undefined: it is not measured. */
  readonly duration: HistogramName | undefined;
  /** Whether there is only a span within another one, since background work would begin other traces. */
  readonly needsParent: boolean;
  readonly description: string;
}

/** All operations that have a span. */
export const operationTable = {
  httpRequest: {
    span: (all) =>
      all["http.route"] === undefined ? text(all["http.request.method"]) : `${all["http.request.method"]} ${all["http.route"]}`,
    shownName: "{http.request.method} {http.route}",
    kind: "server",
    duration: "http.server.request.duration",
    needsParent: false,
    description: "The server answers a request. The span has no path and no query, since both can contain secrets.",
  },
  rpcCall: {
    span: (all) => text(all["rpc.method"]),
    shownName: "{rpc.method}",
    kind: "server",
    duration: "rpc.server.call.duration",
    needsParent: false,
    description: "The server answers a call of gRPC, gRPC-Web or Connect.",
  },
  mcpRequest: {
    span: (all) => [all["mcp.method.name"], all["gen_ai.tool.name"]].filter((part) => part !== undefined).join(" "),
    shownName: "{mcp.method.name} {gen_ai.tool.name}",
    kind: "server",
    duration: "mcp.server.operation.duration",
    needsParent: false,
    description:
      "An MCP request. The `traceparent` in `params._meta` is its parent; over HTTP, the span is then linked to the one of the HTTP request.",
  },
  hook: {
    span: () => "precept.hook",
    shownName: "precept.hook",
    kind: "internal",
    duration: "precept.hook.duration",
    needsParent: false,
    description: "A hook of a coding agent is answered.",
  },
  modelCall: {
    span: () => "precept.model_call",
    shownName: "precept.model_call",
    kind: "internal",
    duration: undefined,
    needsParent: false,
    description: "A middleware adds the rules to a call of a model.",
  },
  toolCall: {
    span: () => "precept.tool_call",
    shownName: "precept.tool_call",
    kind: "internal",
    duration: undefined,
    needsParent: false,
    description: "A middleware enforces the policies on a call of a tool, its result, a prompt or a response.",
  },
  resolve: {
    span: () => "precept.resolve",
    shownName: "precept.resolve",
    kind: "internal",
    duration: "precept.resolve.duration",
    needsParent: false,
    description: "Decides which rules apply to a request.",
  },
  search: {
    span: () => "precept.search",
    shownName: "precept.search",
    kind: "internal",
    duration: "precept.search.duration",
    needsParent: false,
    description: "Searches rules.",
  },
  policies: {
    span: (all) => `precept.policies.${all["precept.policy.operation"]}`,
    shownName: "precept.policies.{precept.policy.operation}",
    kind: "internal",
    duration: "precept.policies.duration",
    needsParent: false,
    description: "Evaluates policies on texts; `enforce` also acts on the decision.",
  },
  storeOperation: {
    span: (all) => `${all["db.operation.name"]} ${all["db.system.name"]}`,
    shownName: "{db.operation.name} {db.system.name}",
    kind: "client",
    duration: "db.client.operation.duration",
    needsParent: true,
    description: "A store reads or writes rules. Operations outside a trace have no span.",
  },
} as const satisfies Record<string, OperationSpec>;

export type OperationName = keyof typeof operationTable;

function text(value: string | number | undefined): string {
  return value === undefined ? "" : String(value);
}
