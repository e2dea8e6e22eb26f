import { isRecord, type Json } from "@precept/core";
import { itemTable, type AgentItem } from "@precept/mdc-compat/items";
import type { ItemProblem } from "@precept/transfer";
import type { ListedItem } from "@precept/workspace";
import { printable, type Style } from "../terminal/text.ts";

export function itemToJson({ item, path, tool, files }: ListedItem): object {
  const { kind, name, fields, own, targets } = item;
  return { kind, name, path, ...(tool !== undefined && { tool: tool.id }), files, fields, own, targets };
}

/** What an item does, on one line: its description, its program or URL, or how many patterns it has. */
export function summarizeItem({ kind, fields }: AgentItem): string {
  const textOf = (field: string): string => (typeof fields[field] === "string" ? fields[field] : "");
  const listOf = (field: string): readonly Json[] => (Array.isArray(fields[field]) ? fields[field] : []);
  const firstLine = textOf("content").split("\n")[0] ?? "";
  switch (kind) {
    case "command":
    case "subagent":
      return printable(textOf("description") || firstLine);
    case "mcp": {
      const program = [textOf("command"), ...listOf("args").map(String)].join(" ");
      const names = isRecord(fields["env"]) ? Object.keys(fields["env"]) : [];
      const suffix = `${names.length === 0 ? "" : ` (${names.join(", ")})`}${fields["enabled"] === false ? ", disabled" : ""}`;
      return printable((textOf("url") || program) + suffix);
    }
    case "ignore":
      return `${
        textOf("content")
          .split("\n")
          .filter((line) => /^\s*[^\s#]/.test(line)).length
      } patterns`;
    case "permissions":
      return ["allow", "ask", "deny"].map((decision) => `${listOf(decision).length} ${decision}`).join(", ");
  }
}

export function describeItem({ kind, name }: Pick<AgentItem, "kind" | "name">): string {
  const { title, isSingle } = itemTable[kind];
  return isSingle ? title : `${title} "${printable(name)}"`;
}

/** Lists files with items that cannot be read. */
export function viewItemProblems(problems: readonly ItemProblem[], style: Style): readonly string[] {
  return problems.flatMap(({ path, line, column, message, hint }) => [
    `  ${printable(path)}:${line}:${column}  ${printable(message)}`,
    `    ${style.dim(printable(hint))}`,
  ]);
}
