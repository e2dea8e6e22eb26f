import type { ItemKind } from "@precept/mdc-compat";

/** What the command line calls rules and the kinds of items, as in `--kind commands`. */
export const kindNames = {
  rules: undefined,
  commands: "command",
  subagents: "subagent",
  mcp: "mcp",
  ignore: "ignore",
  permissions: "permissions",
} as const satisfies Readonly<Record<string, ItemKind | undefined>>;

export type KindName = keyof typeof kindNames;

export const allKindNames: readonly KindName[] = Object.keys(kindNames) as KindName[];

/** Whether an id is that of an item, and not of a rule: its path in `.precept` is outside of the directory of rules. */
export function isItemId(id: string): boolean {
  return id.startsWith("project:.precept/") && !id.startsWith("project:.precept/rules/");
}
