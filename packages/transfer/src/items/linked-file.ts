import { isSameValue, readStoredItems } from "@precept/mdc-compat/items";
import type { ExportAction } from "../plan/export-plan.ts";
import type { ItemExportRequest, PlannedFile } from "./planned-file.ts";

/** Whether a path is a link in the project, which an export never writes. */
export function isLink(path: string, { getExisting, followLink }: ItemExportRequest): boolean {
  return getExisting(path) === "unusable" && followLink(path) !== undefined;
}

/**
 * Whether a tool reads the items of a file already, because its path is a link to the file of another tool that has
 * them.
 *
 * @param actions what the export does with the files that links can lead to.
 */
export function isReadThroughLink(
  { path, items }: PlannedFile,
  actions: readonly ExportAction[],
  request: ItemExportRequest,
): boolean {
  const target = isLink(path, request) ? request.followLink(path) : undefined;
  if (target === undefined || items.length === 0) return false;
  const text = findTextAfter(target, actions, request);
  if (text === undefined) return false;
  return items.every(({ format, native, keys }) => {
    const stored = readStoredItems(format, native.item.name, text);
    return "items" in stored && isSameValue(stored.items.find(({ name }) => name === native.item.name)?.keys, keys);
  });
}

/** Returns the text of a file after the export. Undefined if there is none. */
function findTextAfter(path: string, actions: readonly ExportAction[], { getExisting }: ItemExportRequest): string | undefined {
  const action = actions.find((one) => one.path === path && one.kind !== "blocked");
  if (action !== undefined) return action.after;
  const existing = getExisting(path);
  return typeof existing === "object" ? existing.text : undefined;
}
