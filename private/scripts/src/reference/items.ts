import { dialects, itemKinds, type Dialect, type ItemKind } from "@precept/mdc-compat";
import { itemTable, nativeItemFormat, toolItems, type ItemFormat } from "@precept/mdc-compat/items";
import { page, table } from "./markdown.ts";

export function itemReference(): string {
  return page(
    "Commands, subagents, MCP servers, ignore files and permissions",
    "Besides rules and skills, Precept imports and exports these items. [Moving rules between tools](../guides/moving-rules.md#commands-subagents-mcp-servers-and-permissions) " +
      "shows how. An export reports what a tool cannot express.",
    "## Files of Precept",
    table(
      ["kind", "file", "fields"],
      itemKinds.map((kind) => {
        const { path, at = [] } = nativeItemFormat(kind);
        return [
          itemTable[kind].title,
          `\`${[path, ...at].join(" ")}\``,
          itemTable[kind].fields.map((field) => `\`${field}\``).join(", "),
        ];
      }),
    ),
    "`*` is the name of the item. The field `content` is the text below the front matter, or the whole file. `targets` lists the tools that an item is for; " +
      "without it, the item is for all tools. Keys below the id of a tool, such as `claude`, are written only for that tool.",
    ...itemKinds.flatMap((kind) => [`## ${capitalize(itemTable[kind].plural)}`, ...toolSection(kind)]),
  );
}

function toolSection(kind: ItemKind): readonly string[] {
  const tools = dialects.filter(({ id }) => id !== "precept");
  const rows = tools.flatMap((tool) =>
    formatsOf(tool, kind).map((format) => [tool.title, describePath(format), describeKeys(format), format.source]),
  );
  const missing = tools.flatMap(({ id }) => toolItems[id]?.missing?.[kind] ?? []);
  return [table(["tool", "file", "keys", "source"], rows), ...(missing.length === 0 ? [] : [missing.join(" ")])];
}

function formatsOf({ id }: Dialect, kind: ItemKind): readonly ItemFormat[] {
  return toolItems[id]?.formats.filter((format) => format.kind === kind) ?? [];
}

function describePath({ path, at, nested = false }: ItemFormat): string {
  const written = `\`${nested ? path.replace("/*", "/**/*") : path}\``;
  return at === undefined ? written : `${written}, \`${at.join(".")}\``;
}

function describeKeys({ fields, nameKey }: ItemFormat): string {
  const keys = [...(nameKey === undefined ? [] : [nameKey]), ...fields.flatMap((map) => map.keys)];
  const shown = keys.filter((key) => key !== "content").map((key) => `\`${key}\``);
  return shown.length === 0 ? "–" : shown.join(", ");
}

function capitalize(title: string): string {
  return title.slice(0, 1).toUpperCase() + title.slice(1);
}
