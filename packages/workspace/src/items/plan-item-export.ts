import type { Dialect, ItemKind } from "@precept/mdc-compat";
import { planItemExport, type InputRecord, type ItemExport, type Ledger, type PresentFiles } from "@precept/transfer";
import type { Workspace } from "../workspace.ts";
import { followProjectLink } from "./item-files.ts";
import { readNativeItems } from "./read-native-items.ts";

export interface ItemExportOptions {
  readonly targets: readonly Dialect[];
  readonly ledger: Ledger;
  readonly present: PresentFiles;
  readonly record: InputRecord;
  readonly force: readonly string[];
  readonly lossy: boolean;
  readonly allowPrograms: boolean;
  readonly kinds: readonly ItemKind[];
}

/** Plans the items of an export: commands, subagents, MCP servers, ignore files and permissions. */
export function planWorkspaceItems(workspace: Workspace, options: ItemExportOptions): ItemExport {
  const { present, record, force, kinds, allowPrograms, ...shared } = options;
  const native = readNativeItems(workspace.root, present, record);
  const plan = planItemExport({
    ...shared,
    items: native.items,
    unreadable: new Set(Array.from(native.unreadable, (path) => `project:${path}`)),
    kinds,
    getExisting: (path) => present.at(path),
    followLink: (path) => followProjectLink(workspace.root, path),
    force: new Set(force),
    allowPrograms: allowPrograms || workspace.isTrusted,
  });
  return { ...plan, problems: [...native.problems, ...plan.problems] };
}
