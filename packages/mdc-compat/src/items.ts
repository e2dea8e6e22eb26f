// Commands, subagents, MCP servers, ignore files and permissions: how each tool stores them

export {
  itemKinds,
  type AgentItem,
  type FieldMap,
  type ItemFormat,
  type ItemForm,
  type ItemKind,
  type JsonFields,
  type PlaceholderSyntax,
  type ToolItems,
  type ToolKeys,
} from "./model/item.ts";
export { itemTable, type ItemKindRow } from "./items/item-table.ts";
export { toolItems } from "./tables/items.ts";
export { isSameField, listPrograms, readItem, writeItem, type ItemNote, type WrittenItem } from "./items/item-codec.ts";
export {
  editSharedFile,
  findFileProblem,
  printItemFile,
  readStoredItems,
  toStoredValues,
  valueInFile,
  type StoredItem,
  type StoredItems,
} from "./items/item-file.ts";
export type { FileText, KeyChange } from "./items/forms/file-form.ts";
export { findItemFormat, isItemFile, nativeItemFormat } from "./items/find-formats.ts";
export { isItemName, splitItemPath, toItemName, toItemPath } from "./items/item-paths.ts";
export { isSameValue, printSorted } from "./items/same-value.ts";
