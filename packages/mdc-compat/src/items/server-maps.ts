import type { FieldMap, JsonFields } from "../model/item.ts";
import { flag, getOwn, isTextList, isTextRecord, list, opposite, record, text } from "./field-maps.ts";

/** The keys of a server that is started as a program, in the format of Claude Code that most tools share. */
export const programKeys: readonly FieldMap[] = [text("command"), list("args"), record("env"), text("cwd")];

/** The same for tools that have no key for the directory in which the program starts. */
export const programWithoutDirectory: readonly FieldMap[] = programKeys.filter(({ keys }) => !keys.includes("cwd"));

/**
 * The URL of a server and how it is spoken to. The field `transport` is absent for streamable HTTP.
 *
 * @param http the value of `type` for streamable HTTP. Undefined: none is written.
 * @param program the value of `type` for a program. Default: none is written.
 */
export function remoteKeys(http: string | undefined = "http", program?: string): readonly FieldMap[] {
  return [
    {
      keys: ["url", "type"],
      read: (keys) => {
        const [url, type] = [getOwn(keys, "url"), getOwn(keys, "type")];
        if (typeof url !== "string") return type === "stdio" ? {} : undefined;
        return { url, ...(type === "sse" && { transport: "sse" }) };
      },
      write: ({ url, transport }): JsonFields => {
        if (url === undefined) return program === undefined ? {} : { type: program };
        return transport === "sse" ? { type: "sse", url } : { ...(http !== undefined && { type: http }), url };
      },
    },
    record("headers"),
  ];
}

/** The URL under one key for streamable HTTP, and under another one for server-sent events. */
export const urlByTransport: readonly FieldMap[] = [
  {
    keys: ["httpUrl", "url"],
    read: (keys) => {
      const [http, sse] = [getOwn(keys, "httpUrl"), getOwn(keys, "url")];
      if (typeof http === "string") return { url: http };
      return typeof sse === "string" ? { url: sse, transport: "sse" } : undefined;
    },
    write: ({ url, transport }): JsonFields => (url === undefined ? {} : transport === "sse" ? { url } : { httpUrl: url }),
  },
  record("headers"),
];

/** A command and its arguments in one list, and an environment under `environment`, as OpenCode has them. */
export const listedProgram: readonly FieldMap[] = [
  {
    keys: ["type", "command", "url"],
    read: (keys): JsonFields | undefined => {
      const [command, url] = [getOwn(keys, "command"), getOwn(keys, "url")];
      if (isTextList(command) && command.length > 0) {
        const [program = "", ...args] = command;
        return { command: program, ...(args.length > 0 && { args }) };
      }
      return typeof url === "string" ? { url } : undefined;
    },
    write: ({ command, args, url }): JsonFields => {
      if (command !== undefined) return { type: "local", command: [command, ...(isTextList(args) ? args : [])] };
      return url === undefined ? {} : { type: "remote", url };
    },
  },
  record("env", "environment"),
  record("headers"),
  flag("enabled"),
];

/** Whether a server is on, as `disabled`. */
export const disabled: FieldMap = opposite("enabled", "disabled");

/** The server's tools that are used, and those that are not. */
export function toolLists(included: string | undefined, excluded: string): readonly FieldMap[] {
  return [...(included === undefined ? [] : [list("tools", included)]), list("disabledTools", excluded)];
}

const wholeVariable = /^\$\{([A-Za-z_]\w*)\}$/;
const bearer = /^Bearer \$\{([A-Za-z_]\w*)\}$/;

/** Codex has no references in values: it has lists of the variables that a server gets, and maps from headers to variables. */
export const codexServer: readonly FieldMap[] = [
  text("command"),
  list("args"),
  text("cwd"),
  {
    keys: ["env", "env_vars"],
    read: (keys) => {
      const [env, names] = [getOwn(keys, "env") ?? {}, getOwn(keys, "env_vars") ?? []];
      if (!isTextRecord(env) || !isTextList(names)) return undefined;
      const all = { ...env, ...Object.fromEntries(names.map((name) => [name, `\${${name}}`])) };
      return Object.keys(all).length === 0 ? {} : { env: all };
    },
    write: ({ env = {} }) => {
      if (!isTextRecord(env)) return {};
      const entries = Object.entries(env);
      const names = entries.flatMap(([key, value]) => (wholeVariable.exec(value)?.[1] === key ? [key] : []));
      const literal = entries.filter(([, value]) => !value.includes("${"));
      return {
        ...(literal.length > 0 && { env: Object.fromEntries(literal) }),
        ...(names.length > 0 && { env_vars: names }),
      };
    },
  },
  text("url"),
  {
    keys: ["http_headers", "env_http_headers", "bearer_token_env_var"],
    read: (keys) => {
      const [literal, byVariable, token] = [
        getOwn(keys, "http_headers") ?? {},
        getOwn(keys, "env_http_headers") ?? {},
        getOwn(keys, "bearer_token_env_var"),
      ];
      if (!isTextRecord(literal) || !isTextRecord(byVariable)) return undefined;
      const headers = {
        ...literal,
        ...Object.fromEntries(Object.entries(byVariable).map(([key, name]) => [key, `\${${name}}`])),
        ...(typeof token === "string" && { Authorization: `Bearer \${${token}}` }),
      };
      return Object.keys(headers).length === 0 ? {} : { headers };
    },
    write: ({ headers = {} }) => {
      if (!isTextRecord(headers)) return {};
      const entries = Object.entries(headers);
      const token = entries.flatMap(([key, value]) => (key === "Authorization" ? (bearer.exec(value)?.[1] ?? []) : []))[0];
      const literal = entries.filter(([, value]) => !value.includes("${"));
      const named = entries.flatMap(([key, value]) => {
        const name = wholeVariable.exec(value)?.[1];
        return name === undefined ? [] : [[key, name] as const];
      });
      return {
        ...(literal.length > 0 && { http_headers: Object.fromEntries(literal) }),
        ...(named.length > 0 && { env_http_headers: Object.fromEntries(named) }),
        ...(token !== undefined && { bearer_token_env_var: token }),
      };
    },
  },
  flag("enabled"),
  list("tools", "enabled_tools"),
  list("disabledTools", "disabled_tools"),
];

/** A program gets the environment of the tool that starts it, so that a variable of the same name needs no key. */
export const inheritedEnvironment: FieldMap = {
  keys: ["env"],
  read: (keys) => {
    const env = getOwn(keys, "env");
    return isTextRecord(env) ? { env } : undefined;
  },
  write: ({ env = {} }) => {
    if (!isTextRecord(env)) return {};
    const literal = Object.entries(env).filter(([key, value]) => wholeVariable.exec(value)?.[1] !== key);
    return literal.length === 0 ? {} : { env: Object.fromEntries(literal) };
  },
};
