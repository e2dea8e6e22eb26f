import { isRecord } from "@precept/core";
import type { AgentItem, ItemFormat } from "../model/item.ts";
import { isTextList } from "./field-maps.ts";
import { listShellCommands, nativePlaceholders } from "./placeholders.ts";

/** Lists what an item lets a tool do without asking: the programs and servers that it starts, and the actions that it allows. */
export function listPrograms(item: AgentItem, format: ItemFormat): readonly string[] {
  return [...listFieldPrograms(item, format), ...listOwnPrograms(item)];
}

function listFieldPrograms({ kind, fields }: AgentItem, { placeholders = {} }: ItemFormat): readonly string[] {
  const textOf = (field: string): readonly string[] => (typeof fields[field] === "string" ? [fields[field]] : []);
  const listOf = (field: string): readonly string[] => (isTextList(fields[field]) ? fields[field] : []);
  switch (kind) {
    case "mcp": {
      const command = textOf("command").map((program) => [program, ...listOf("args")].join(" "));
      const env = Object.entries(isRecord(fields["env"]) ? fields["env"] : {}).map(
        ([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
      );
      return [...command.map((line) => [...env, line].join(" ")), ...textOf("url")];
    }
    case "permissions":
      return listOf("allow");
    case "command": {
      const runsShell = placeholders.shell !== undefined;
      const code = runsShell ? textOf("content").flatMap((content) => listShellCommands(content, nativePlaceholders)) : [];
      return [...code, ...listOf("allowedTools")];
    }
    case "subagent":
    case "ignore":
      return [];
  }
}

/** Keys of tools that start programs, or allow actions: `hooks`, `mcpServers`, `permissionMode`, `autoApprove`, `trust`. */
const actingKey = /hook|mcp|permission|approv|allow|trust|sandbox|command|tool/i;

function listOwnPrograms({ own }: AgentItem): readonly string[] {
  return Object.values(own).flatMap((keys) =>
    Object.entries(keys).flatMap(([key, value]) =>
      actingKey.test(key) || typeof value === "object" ? [`${key}: ${JSON.stringify(value)}`] : [],
    ),
  );
}
