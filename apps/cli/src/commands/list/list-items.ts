import { dialectNamed } from "@precept/transfer";
import { listItems } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { kindNames, type KindName } from "../../transfer/item-kinds.ts";
import { itemToJson, summarizeItem, viewItemProblems } from "../../transfer/view-items.ts";
import { asLines, printable } from "../../terminal/text.ts";
import { shortenCells, viewTable, type Shortening } from "../../terminal/layout.ts";

const headings = ["name", "what", "used in", "file"];

/** The columns that are shortened in a narrow terminal, with their minimum widths. */
const shortenings: readonly Shortening[] = [
  { columns: ["what"], min: 16, where: "end" },
  { columns: ["used in", "file"], min: 16, where: "middle" },
];

/** Lists the items of one kind: those of Precept, and those in files of tools that are not imported. */
export function listItemsOfKind({ workspace, settings }: Call, name: Exclude<KindName, "rules">): CommandResult {
  const kind = kindNames[name];
  const tool = settings.tool === undefined ? {} : { tool: dialectNamed(settings.tool) };
  const { items, problems } = listItems(workspace, { kinds: [kind], ...tool });
  return {
    json: { items: items.map(itemToJson), problems },
    text: (style) => {
      const full = items.map(({ item, path, tool: owner, files }) => [
        printable(item.name),
        summarizeItem(item),
        printable(owner?.title ?? (files.length === 0 ? "not exported" : files.join(", "))),
        printable(path),
      ]);
      const { width } = style;
      const shown = width === undefined ? full : shortenCells(headings, full, shortenings, width);
      const rows = shown.map(([first = "", ...others]) => [
        style.green(first),
        ...others.slice(0, -1),
        style.dim(others.at(-1) ?? ""),
      ]);
      const table = rows.length === 0 ? ["None."] : viewTable(headings, rows, style);
      return asLines([
        ...table,
        ...(problems.length === 0 ? [] : ["", style.bold("Cannot be read"), ...viewItemProblems(problems, style)]),
      ]);
    },
  };
}
