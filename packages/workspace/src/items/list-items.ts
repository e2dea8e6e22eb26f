import { dialects, itemKinds, type Dialect, type ItemKind } from "@precept/mdc-compat";
import type { AgentItem } from "@precept/mdc-compat/items";
import { findLedgerItem, PresentFiles, readSource, type ItemProblem, type ItemSource } from "@precept/transfer";
import { loadLedger } from "../load-ledger.ts";
import type { Workspace } from "../workspace.ts";
import { findItemSources } from "./find-item-sources.ts";
import { findSecret } from "./find-secret.ts";
import { readNativeItems } from "./read-native-items.ts";

/** An item of a project, and where it is. Secrets are replaced by references to variables of the environment. */
export interface ListedItem {
  readonly item: AgentItem;
  readonly path: string;
  /** The tool in whose file the item is. Absent for a file of Precept. */
  readonly tool?: Dialect;
  /** The files that the item was exported to or imported from. */
  readonly files: readonly string[];
}

export interface ItemList {
  readonly items: readonly ListedItem[];
  readonly problems: readonly ItemProblem[];
}

export interface ListItemsOptions {
  /** Default: all. */
  readonly kinds?: readonly ItemKind[];
  /** The tool whose own files are listed. Default: the files of Precept, and those of tools that are not imported. */
  readonly tool?: Dialect;
}

/** Lists the commands, subagents, MCP servers, ignore files and permissions of a project, by kind and name. */
export function listItems({ root }: Pick<Workspace, "root">, { kinds = itemKinds, tool }: ListItemsOptions = {}): ItemList {
  const present = new PresentFiles(root);
  const { ledger } = loadLedger(root);
  const native = tool === undefined ? readNativeItems(root, present) : { items: [], problems: [] };
  const found = findItemSources(root, present, tool === undefined ? dialects : [tool], () => undefined);
  const isKnown = ({ path, stored }: ItemSource): boolean =>
    tool === undefined &&
    (stored.values.length === 0 ? [undefined] : stored.values.map((value) => value.path)).every(
      (at) => findLedgerItem(ledger.get(path), at) !== undefined,
    );
  const filesOf = (id: string): readonly string[] =>
    [...ledger].flatMap(([path, { rules }]) => (rules.includes(id) ? [path] : []));
  const items: readonly ListedItem[] = [
    ...native.items.map(({ id, path, item }) => ({ item, path, files: filesOf(id) })),
    ...found.sources
      .filter((source) => !isKnown(source))
      .map((source) => ({
        item: readSource(source, source.stored, findSecret).item,
        path: source.path,
        tool: source.tool,
        files: [],
      })),
  ];
  const wanted = items.filter(({ item }) => kinds.includes(item.kind));
  return {
    items: wanted.toSorted((left, right) => orderOf(left) - orderOf(right) || (left.item.name < right.item.name ? -1 : 1)),
    problems: [...native.problems, ...found.problems],
  };
}

function orderOf({ item }: ListedItem): number {
  return itemKinds.indexOf(item.kind);
}
