import { dialectNamed } from "@precept/transfer";
import { listItems, type Workspace } from "@precept/workspace";
import { describeItem, itemToJson, summarizeItem, viewItemProblems } from "../../transfer/view-items.ts";
import { count, printable, viewTitle, type Style } from "../../terminal/text.ts";
import { columns, wrapLines } from "../../terminal/layout.ts";

/** The items that a tool has in its own files, for the output of a command. */
export interface ToolItemsView {
  readonly json: object;
  readonly text: (style: Style) => string;
}

/** Reads the items in the files of a tool: commands, subagents, MCP servers, ignore files and permissions. */
export function readToolItems(workspace: Workspace, name: string): ToolItemsView {
  const tool = dialectNamed(name);
  const { items, problems } = listItems(workspace, { tool });
  return {
    json: { items: items.map(itemToJson), item_problems: problems },
    text: (style) => {
      if (items.length === 0 && problems.length === 0) return "";
      const rows = items.map(({ item, path }) => [`  ${describeItem(item)}`, summarizeItem(item), style.dim(printable(path))]);
      const lines = [
        viewTitle(`${tool.title} is configured with`, count(items.length, "item"), style),
        ...columns(rows, style),
        ...viewItemProblems(problems, style),
      ];
      return `\n${wrapLines(lines, style).join("\n")}\n`;
    },
  };
}
