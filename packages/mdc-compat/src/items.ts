// Commands, subagents, MCP servers, ignore files and permissions: how each tool stores them

export type {
  AgentItem,
  FieldMap,
  ItemFormat,
  ItemForm,
  ItemKind,
  JsonFields,
  PlaceholderSyntax,
  ToolItems,
  ToolKeys,
} from "./model/item.ts";
export { itemTable, type ItemKindRow } from "./items/item-table.ts";
export { toolItems } from "./tables/items.ts";
export { isSameField, readItem, writeItem, type ItemNote, type WrittenItem } from "./items/item-codec.ts";
export {
  editSharedFile,
  printItemFile,
  readSharedFile,
  readStoredItems,
  toStoredValues,
  type SharedValues,
  type StoredItem,
  type StoredItems,
} from "./items/item-file.ts";
export { listPrograms } from "./items/list-programs.ts";
export type { FileText, KeyChange } from "./items/forms/file-form.ts";
export { findItemFormats, isItemFile, isNativeItemFile, nativeItemFormat, sharedFormatAt } from "./lookup/item-formats.ts";
export { isItemName, splitItemPath, toItemName, toItemPath } from "./items/item-paths.ts";
export { isSameValue, printSorted } from "./items/same-value.ts";
