import type { ItemKind } from "../model/item.ts";

/** What Precept's own files say about a kind. */
export interface ItemKindRow {
  readonly title: string;
  readonly plural: string;
  /** The value of `--kind` for the kind. */
  readonly option: string;
  /** Whether a project has one item of the kind at most. */
  readonly isSingle: boolean;
  /** The fields, in the order in which they are written. */
  readonly fields: readonly string[];
  /** The fields that limit what the item can do. Without them it could do more, so that it is not written. */
  readonly limits: readonly string[];
  /** The lists whose order has no meaning. */
  readonly sets: readonly string[];
}

/** The kinds of items and their fields. */
export const itemTable: Readonly<Record<ItemKind, ItemKindRow>> = {
  command: {
    title: "command",
    plural: "commands",
    option: "commands",
    isSingle: false,
    fields: ["description", "argumentHint", "allowedTools", "content"],
    limits: [],
    sets: ["allowedTools"],
  },
  subagent: {
    title: "subagent",
    plural: "subagents",
    option: "subagents",
    isSingle: false,
    fields: ["description", "tools", "content"],
    limits: ["tools"],
    sets: ["tools"],
  },
  mcp: {
    title: "MCP server",
    plural: "MCP servers",
    option: "mcp",
    isSingle: false,
    fields: ["command", "args", "env", "cwd", "url", "transport", "headers", "enabled", "tools", "disabledTools"],
    limits: ["enabled", "tools", "disabledTools"],
    sets: ["tools", "disabledTools"],
  },
  ignore: {
    title: "ignore file",
    plural: "ignore file",
    option: "ignore",
    isSingle: true,
    fields: ["content"],
    limits: [],
    sets: [],
  },
  permissions: {
    title: "permissions",
    plural: "permissions",
    option: "permissions",
    isSingle: true,
    fields: ["allow", "ask", "deny"],
    limits: [],
    sets: ["allow", "ask", "deny"],
  },
};
