import { formatNumber } from "../../text/format.ts";
import { entry, listOr, type NoDetails } from "./entry.ts";

export const serverErrors = {
  UNAUTHENTICATED: entry<{ reason: "missing" | "invalid" | "expired" }>({
    title: "A request has no valid token",
    message: ({ reason }) =>
      reason === "missing"
        ? "The request has no token."
        : reason === "expired"
          ? "The token has expired."
          : "The token is not valid.",
    hint: () => "Send the header `Authorization: Bearer TOKEN` with a token from `precept token create`.",
  }),
  FORBIDDEN: entry<{ action: string; required: string }>({
    title: "A token does not have the right to do something",
    message: ({ action, required }) => `${action} requires ${required}.`,
    hint: () => "Ask an administrator of the server for a token with this right.",
  }),
  HOST_REFUSED: entry<{ host: string }>({
    title: "A request names a host that the server does not serve",
    message: ({ host }) => `The server does not serve the host ${JSON.stringify(host)}.`,
    hint: () =>
      "Use the address that the server prints when it starts, or add the host to `allowed_hosts` of the server's configuration.",
  }),
  ORIGIN_REFUSED: entry<{ origin: string }>({
    title: "A request comes from a web page of another origin",
    message: ({ origin }) => `Web pages of ${JSON.stringify(origin)} cannot use this server.`,
    hint: () => "Add the origin to `allowed_origins` of the server's configuration.",
  }),
  ADDRESS_REFUSED: entry<{ address: string }>({
    title: "A request comes from another machine, and the server has no tokens",
    message: ({ address }) => `Without tokens, the server only answers requests from its own machine, not from ${address}.`,
    hint: () => "Create a token with `precept token create`, and let the server read it.",
  }),
  TOKEN_FILE_INVALID: entry<{ path: string; reason: string }>({
    title: "The file with the tokens of a server cannot be used",
    message: ({ path, reason }) => `The token file "${path}" cannot be used: ${reason}.`,
    hint: () => "Correct the file, or move it away and create new tokens with `precept token create`.",
  }),
  TOKEN_UNKNOWN: entry<{ id: string }>({
    title: "No token has this id",
    message: ({ id }) => `No token has the id ${JSON.stringify(id)}.`,
    hint: () => "Run `precept token list` to see the ids of all tokens.",
  }),
  BODY_TOO_LARGE: entry<{ maxBytes: number }>({
    title: "The body of a request is larger than the server accepts",
    message: ({ maxBytes }) => `The body is larger than ${formatNumber(maxBytes)} bytes.`,
    hint: () => "Send less, or raise `limits.body_bytes` of the server's configuration.",
  }),
  MEDIA_TYPE_UNSUPPORTED: entry<{ expected: string; actual: string }>({
    title: "The body of a request has another format than JSON",
    message: ({ expected, actual }) =>
      `The body must be ${expected}, not ${actual === "" ? "of an unknown type" : JSON.stringify(actual)}.`,
    hint: () => "Send JSON without compression, with the header `Content-Type: application/json`.",
  }),
  RATE_LIMITED: entry<{ retryAfter: number }>({
    title: "A client sent too many requests",
    message: ({ retryAfter }) => `Too many requests. Try again after ${retryAfter} s.`,
    hint: () => "Send fewer requests at a time, or raise `limits` of the server's configuration.",
  }),
  ROUTE_UNKNOWN: entry<{ path: string }>({
    title: "The server has nothing at a path",
    message: ({ path }) => `There is nothing at ${JSON.stringify(path)}.`,
    hint: () => "See /docs or /openapi.json for the paths of this server.",
  }),
  METHOD_NOT_ALLOWED: entry<{ method: string; path: string; allowed: readonly string[] }>({
    title: "The server does not support a method at a path",
    message: ({ method, path, allowed }) => `${method} is not supported at ${JSON.stringify(path)}, only ${listOr(allowed)}.`,
  }),
  TRACE_UNKNOWN: entry<{ id: string }>({
    title: "No recent resolution has this id",
    message: ({ id }) => `No recent resolution has the id ${JSON.stringify(id)}.`,
    hint: () => "The server keeps the traces of recent resolutions only. List them to see their ids.",
  }),
  MCP_SESSION_UNKNOWN: entry<NoDetails>({
    title: "An MCP client names a session that does not exist",
    message: () => "The session of the header `Mcp-Session-Id` does not exist for this token and project, or has ended.",
    hint: () => "Send `initialize` without this header to begin a new session. MCP clients do so when they reconnect.",
  }),
  SERVER_STOPPING: entry<NoDetails>({
    title: "The server is shutting down",
    message: () => "The server is shutting down.",
    hint: () => "Send the request again after a few seconds.",
  }),
  PROJECT_UNAVAILABLE: entry<{ project: string; reason: string }>({
    title: "A project of the server cannot be opened",
    message: ({ project, reason }) => `The project "${project}" cannot be opened: ${withoutPeriod(reason)}.`,
    hint: () => "The server tries again later. Its log has the cause.",
  }),
  PROJECT_ID_TAKEN: entry<{ id: string; dirs: readonly string[] }>({
    title: "Two projects of a server have the same id or the same directory",
    message: ({ id, dirs }) => `Several projects have the id or the directory of "${id}": ${dirs.join(", ")}.`,
    hint: () => "Remove one of them, or give each its own `id` in the server's configuration.",
  }),
  SERVER_CONFIG_INVALID: entry<{ problems: readonly string[] }>({
    title: "The configuration of the server has mistakes",
    message: ({ problems }) => `The server's configuration is not valid:\n${problems.join("\n")}`,
  }),
  BIND_REFUSED: entry<{ address: string }>({
    title: "The server does not listen on a public address without tokens",
    message: ({ address }) => `The server does not listen on ${address}, because it has no tokens: anyone could use it.`,
    hint: () =>
      "Create a token with `precept token create`, or listen on this machine only with `--host 127.0.0.1` or `--socket PATH`.",
  }),
  ADDRESS_IN_USE: entry<{ address: string }>({
    title: "Another program listens on the address of the server",
    message: ({ address }) => `Another program already listens on ${address}.`,
    hint: () => "Stop it, or choose another address with `--port`, `--host` or `--socket`.",
  }),
  ADDRESS_UNAVAILABLE: entry<{ address: string; reason: string }>({
    title: "The server cannot listen on an address",
    message: ({ address, reason }) => `The server cannot listen on ${address}: ${withoutPeriod(reason)}.`,
    hint: () => "Choose another address with `--port`, `--host` or `--socket`.",
  }),
  TLS_INVALID: entry<{ reason: string }>({
    title: "The certificate or the private key of the server cannot be used",
    message: ({ reason }) => `The certificate or its private key cannot be used: ${withoutPeriod(reason)}.`,
    hint: () => "Set `tls.cert` and `tls.key` to PEM files that belong together.",
  }),
  INTERNAL: entry<{ id: string }>({
    title: "The server failed because of a bug",
    message: ({ id }) => `The server failed. The log has the cause under the request id ${id}.`,
  }),
};

function withoutPeriod(text: string): string {
  return text.replace(/\.$/, "");
}
