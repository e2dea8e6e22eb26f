import { isRecord, type Json } from "@precept/core";
import type { FieldMap, JsonFields } from "../model/item.ts";
import type { DialectId } from "../tools.ts";
import { getOwn, isTextList, list } from "./field-maps.ts";

/**
 * A permission: what an agent does, and with what, as in `shell(git status *)`. Actions are `shell`, `read`, `edit`,
 * `fetch` and `mcp`; as tools of a subagent also `write`, `search`, `list` and `websearch`. Without `what`: all of them.
 */
interface Permission {
  readonly action: string;
  readonly what?: string;
}

const decisions = ["allow", "ask", "deny"] as const;
type Decision = (typeof decisions)[number];

function parsePermission(written: string): Permission {
  const [, action = written, what] = /^([^()]+)\(([^]*)\)$/.exec(written) ?? [];
  return what === undefined || what === "*" ? { action } : { action, what };
}

function printPermission({ action, what }: Permission): string {
  return what === undefined ? action : `${action}(${what})`;
}

/** Converts between a permission and how a tool writes it. Undefined: it has no such permission. */
export interface PermissionSyntax {
  readonly read: (written: string) => Permission | undefined;
  readonly write: (permission: Permission) => string | undefined;
}

/**
 * Lists of permissions by decision. A permission that only the tool knows has the id of the tool before it.
 *
 * @param keys the key of each decision that the tool has.
 */
export function permissionLists(
  tool: DialectId,
  keys: Readonly<Partial<Record<Decision, string>>>,
  syntax: PermissionSyntax,
): readonly FieldMap[] {
  return decisions.flatMap((decision) => {
    const key = keys[decision];
    return key === undefined ? [] : [permissionList(tool, decision, key, syntax)];
  });
}

/** A list of permissions, such as the tools of a subagent. @param form how the tool writes it; it reads both. */
export function permissionList(
  tool: DialectId,
  field: string,
  key: string,
  syntax: PermissionSyntax,
  form: "list" | "commas" = "list",
): FieldMap {
  const mark = `${tool}:`;
  const plain = list(field, key, form);
  return {
    keys: [key],
    read: (values) => {
      const written = plain.read(values)?.[field];
      if (!isTextList(written)) return undefined;
      return { [field]: written.map((one) => printPermission(syntax.read(one) ?? { action: mark + one })) };
    },
    write: (fields) => {
      const permissions = getOwn(fields, field);
      if (!isTextList(permissions)) return {};
      const written = permissions.flatMap((one) => {
        if (one.startsWith(mark)) return one.slice(mark.length);
        return syntax.write(parsePermission(one)) ?? [];
      });
      return written.length === 0 && permissions.length > 0 ? {} : plain.write({ [field]: [...new Set(written)] });
    },
  };
}

/** Names of the actions in the syntax of Claude Code, `Bash(git status *)`, which other agents have too. */
export function namedActions(names: Readonly<Record<string, string>>): PermissionSyntax {
  const actions = new Map(Object.entries(names).map(([action, name]) => [name, action]));
  return {
    read: (written) => {
      const { action: name, what } = parsePermission(written);
      const [, server, tool] = /^mcp__(.+?)(?:__(.+))?$/.exec(name) ?? [];
      if (server !== undefined) return { action: "mcp", what: tool === undefined ? server : `${server}/${tool}` };
      const action = actions.get(name);
      if (action === undefined) return undefined;
      if (what === undefined) return { action };
      if (action === "shell") return { action, what: what.replace(/:\*$/, " *") };
      if (action === "fetch") return { action, what: what.replace(/^domain:/, "") };
      return { action, what };
    },
    write: ({ action, what }) => {
      if (action === "mcp") return what === undefined ? undefined : `mcp__${what.replace("/", "__")}`;
      const name = names[action];
      if (name === undefined) return undefined;
      if (what === undefined) return name;
      return `${name}(${action === "fetch" ? `domain:${what}` : what})`;
    },
  };
}

/** Cursor's command line: `Shell(git)` is the command with all arguments, and there is no question. */
export const cursorActions: PermissionSyntax = {
  read: (written) => {
    const { action: name, what } = parsePermission(written);
    if (name === "Shell")
      return { action: "shell", ...(what !== undefined && { what: what.includes(" ") ? what : `${what} *` }) };
    if (name === "Mcp") return { action: "mcp", ...(what !== undefined && { what: what.replace(":", "/") }) };
    const action = { Read: "read", Write: "edit", WebFetch: "fetch" }[name];
    return action === undefined ? undefined : { action, ...(what !== undefined && { what }) };
  },
  write: ({ action, what }) => {
    if (action === "shell") {
      // A command without arguments cannot be allowed alone.
      if (what !== undefined && !what.endsWith(" *")) return what.includes(" ") ? `Shell(${what})` : undefined;
      const program = what?.slice(0, -2);
      return `Shell(${what === undefined ? "*" : program?.includes(" ") === true ? what : program})`;
    }
    if (action === "mcp")
      return what === undefined ? "Mcp(*:*)" : `Mcp(${what.includes("/") ? what.replace("/", ":") : `${what}:*`})`;
    const name = { read: "Read", edit: "Write", fetch: "WebFetch" }[action];
    return name === undefined ? undefined : `${name}(${what ?? "**"})`;
  },
};

/** Gemini CLI: names of tools, and of shell commands only the start. */
export const geminiActions: PermissionSyntax = {
  read: (written) => {
    const { action: name, what } = parsePermission(written);
    if (name === "run_shell_command" || name === "ShellTool")
      return { action: "shell", ...(what !== undefined && { what: `${what} *` }) };
    const action = { read_file: "read", replace: "edit", web_fetch: "fetch" }[name];
    return action === undefined || what !== undefined ? undefined : { action };
  },
  write: ({ action, what }) => {
    if (action === "shell") {
      if (what === undefined) return "run_shell_command";
      return what.endsWith(" *") ? `run_shell_command(${what.slice(0, -2)})` : undefined;
    }
    return what === undefined ? { read: "read_file", edit: "replace", fetch: "web_fetch" }[action] : undefined;
  },
};

/** Codex: only shell commands, by their first words. */
export const codexActions: PermissionSyntax = {
  read: (written) => ({ action: "shell", what: `${written} *` }),
  write: ({ action, what = "" }) => {
    const start = what.endsWith(" *") ? what.slice(0, -2) : "";
    return action === "shell" && /^[^\s"'\\*?[\]{}$]+(?: [^\s"'\\*?[\]{}$]+)*$/.test(start) ? start : undefined;
  },
};

/** The actions that only read, which a subagent of every tool can do. */
const reading = ["read", "search", "list"];

/** A subagent that may change nothing. Of a list of tools, the file only says whether they change anything. */
export const readOnlySubagent: FieldMap = {
  keys: ["readonly"],
  read: (values) => (getOwn(values, "readonly") === true ? { tools: reading } : undefined),
  write: ({ tools }): JsonFields => {
    if (!isTextList(tools) || tools.length === 0) return {};
    return tools.every((one) => [...reading, "fetch", "websearch"].includes(parsePermission(one).action))
      ? { readonly: true }
      : {};
  },
};

/** The tools of a subagent as denied permissions, as OpenCode has them. */
export const deniedTools: FieldMap = {
  keys: ["permission"],
  read: (values) => {
    const denied = getOwn(values, "permission");
    if (!isRecord(denied)) return undefined;
    const names = Object.entries(denied);
    if (!names.every(([name, decision]) => decision === "deny" && Object.values(deniable).includes(name))) return undefined;
    const others = Object.entries(deniable).flatMap(([action, name]) => (names.some(([one]) => one === name) ? [] : [action]));
    return { tools: [...reading, ...others] };
  },
  write: ({ tools }): JsonFields => {
    if (!isTextList(tools) || tools.length === 0) return {};
    const actions = new Set(tools.map((one) => parsePermission(one).action));
    const denied = Object.entries(deniable).flatMap(([action, name]) => (actions.has(action) ? [] : [[name, "deny"] as const]));
    return denied.length === 0 ? {} : { permission: Object.fromEntries(denied) };
  },
};

const deniable = { shell: "bash", edit: "edit", fetch: "webfetch" };

/**
 * Decisions by pattern below the name of an action, as in OpenCode: `"bash": {"git status *": "allow"}`.
 *
 * @param whole the actions that have one decision and no patterns.
 */
export function patternTables(names: Readonly<Record<string, string>>, whole: readonly string[]): readonly FieldMap[] {
  const keys = Object.values(names);
  return [
    {
      keys,
      read: (values) => {
        const found: Record<Decision, string[]> = { allow: [], ask: [], deny: [] };
        for (const [action, name] of Object.entries(names)) {
          const value = getOwn(values, name);
          if (value === undefined) continue;
          const table: Json = typeof value === "string" ? { "*": value } : value;
          if (!isRecord(table)) return undefined;
          for (const [pattern, decision] of Object.entries(table)) {
            if (decision !== "allow" && decision !== "ask" && decision !== "deny") return undefined;
            found[decision].push(printPermission(pattern === "*" ? { action } : { action, what: pattern }));
          }
        }
        return Object.fromEntries(Object.entries(found).filter(([, permissions]) => permissions.length > 0));
      },
      write: (fields) => {
        const tables = new Map<string, [string, Json][]>();
        // The last pattern that matches counts, so that what is denied comes last.
        for (const decision of decisions) {
          const permissions = getOwn(fields, decision);
          for (const one of isTextList(permissions) ? permissions : []) {
            const { action, what = "*" } = parsePermission(one);
            const name = names[action];
            if (name !== undefined && (what === "*" || !whole.includes(action)))
              tables.set(name, [...(tables.get(name) ?? []), [what, decision]]);
          }
        }
        return Object.fromEntries(
          Array.from(tables, ([name, entries]): [string, Json] => {
            const general = entries.filter(([pattern]) => pattern === "*");
            const [only] = entries;
            if (only !== undefined && entries.length === general.length) return [name, general.at(-1)?.[1] ?? "ask"];
            return [name, Object.fromEntries([...general, ...entries.filter(([pattern]) => pattern !== "*")])];
          }),
        );
      },
    },
  ];
}

/** The fields of a native file: each decision has a list. */
export const nativePermissions: readonly FieldMap[] = decisions.map((decision): FieldMap => ({
  keys: [decision],
  read: (values) => {
    const permissions = getOwn(values, decision);
    return isTextList(permissions) ? { [decision]: permissions } : undefined;
  },
  write: (fields): JsonFields => {
    const permissions = getOwn(fields, decision);
    return permissions === undefined ? {} : { [decision]: permissions };
  },
}));
