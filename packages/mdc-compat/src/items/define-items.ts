import type { FieldMap, ItemFormat, PlaceholderSyntax } from "../model/item.ts";
import { text } from "./field-maps.ts";
import { disabled, programKeys, remoteKeys } from "./server-maps.ts";

type Row = Pick<ItemFormat, "source"> & Partial<ItemFormat>;

/** `$ARGUMENTS`, `$1` and ``!`command` ``, as Claude Code replaces them. */
export const claudePlaceholders: PlaceholderSyntax = { all: "$ARGUMENTS", numbered: "$N", shell: "!`CODE`" };

const content = text("content");

/** Commands in Markdown files. @param keys the maps of the front matter. Default: only a description. */
export function commandFiles(path: string, row: Row, keys: readonly FieldMap[] = [text("description")]): ItemFormat {
  return { kind: "command", path, form: "markdown", fields: [...keys, content], ...row };
}

/** Subagents in Markdown files. @param keys the maps of the front matter, besides the name. */
export function subagentFiles(path: string, row: Row, keys: readonly FieldMap[]): ItemFormat {
  return { kind: "subagent", path, form: "markdown", nameKey: "name", fields: [...keys, content], ...row };
}

/** The maps of a subagent in most tools. @param tools the map of its tools. */
export function subagentKeys(tools: FieldMap): readonly FieldMap[] {
  return [text("description"), tools];
}

/** MCP servers as values of one key in a JSON file. */
export function serverFile(path: string, row: Row & { readonly at?: readonly string[] }, keys?: readonly FieldMap[]): ItemFormat {
  return {
    kind: "mcp",
    path,
    form: "json",
    at: ["mcpServers"],
    fields: keys ?? [...programKeys, ...remoteKeys(), disabled],
    ...row,
  };
}

/** A file with patterns in the syntax of `.gitignore`. */
export function ignoreFile(path: string, source: string): ItemFormat {
  return { kind: "ignore", path, form: "text", fields: [content], source };
}

/** Permissions as values of keys in a JSON file. */
export function permissionFile(
  path: string,
  row: Row & { readonly at: readonly string[] },
  keys: readonly FieldMap[],
): ItemFormat {
  return { kind: "permissions", path, form: "json", fields: keys, ...row };
}
