import type { ItemKind } from "../model/item.ts";

/** What Precept's own files say about a kind. */
export interface ItemKindRow {
  readonly title: string;
  readonly plural: string;
  /** Whether a project has one item of the kind at most. */
  readonly isSingle: boolean;
  /** The fields, in the order in which they are written. */
  readonly fields: readonly string[];
}

/** The kinds of items and their fields. */
export const itemTable: Readonly<Record<ItemKind, ItemKindRow>> = {
  command: {
    title: "command",
    plural: "commands",
    isSingle: false,
    fields: ["description", "argumentHint", "allowedTools", "model", "content"],
  },
  subagent: {
    title: "subagent",
    plural: "subagents",
    isSingle: false,
    fields: ["description", "tools", "model", "content"],
  },
  mcp: {
    title: "MCP server",
    plural: "MCP servers",
    isSingle: false,
    fields: ["command", "args", "env", "cwd", "url", "transport", "headers", "enabled", "tools", "disabledTools"],
  },
  ignore: { title: "ignore file", plural: "ignore file", isSingle: true, fields: ["content"] },
  permissions: { title: "permissions", plural: "permissions", isSingle: true, fields: ["allow", "ask", "deny"] },
};
