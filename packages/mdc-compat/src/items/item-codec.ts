import { isRecord, type Json } from "@precept/core";
import type { AgentItem, ItemFormat, ItemKind, JsonFields, ToolKeys } from "../model/item.ts";
import { dialectIds, type DialectId } from "../tools.ts";
import { getOwn, isTextList } from "./field-maps.ts";
import { trimLines } from "./forms/markdown.ts";
import { itemTable } from "./item-table.ts";
import { convertPlaceholders, listMissingPlaceholders, nativePlaceholders } from "./placeholders.ts";
import { isSameValue } from "./same-value.ts";
import { hasVariableDefault, listVariables, readVariables, writeVariables } from "./variables.ts";

/** What a tool's file does not say about an item. */
export interface ItemNote {
  /** The name of the field, or of a key of another tool: `claude.color`. */
  readonly field: string;
  /** `limit`: the tool could do more than the item says, so do not write it. `lost`: only this is missing in the file. */
  readonly kind: "limit" | "lost";
  /** A sentence. */
  readonly message: string;
  /** The parts of a list that are missing. Absent if the field is missing, or differs in another way. */
  readonly missing?: readonly string[];
}

/** The keys of an item in the file of a tool, and what they lack. */
export interface WrittenItem {
  readonly keys: JsonFields;
  readonly notes: readonly ItemNote[];
}

/** Reads an item from the keys in a file of a tool. Keys without a field are kept for this tool. */
export function readItem(tool: DialectId, format: ItemFormat, name: string, keys: JsonFields): AgentItem {
  const { kind, fields: maps, constant = {}, nameKey, placeholders = {}, variables } = format;
  const read = new Set<string>();
  const fields: { [name: string]: Json } = {};
  for (const map of maps) {
    const present = Object.fromEntries(Object.entries(keys).filter(([key]) => map.keys.includes(key)));
    const found = Object.keys(present).length === 0 ? undefined : map.read(present);
    if (found === undefined) continue;
    for (const key of map.keys) read.add(key);
    Object.assign(fields, found);
  }
  const isImplied = (key: string, value: Json): boolean =>
    isSameValue(value, getOwn(constant, key)) || (key === nameKey && value === name);
  const unread = Object.entries(keys).filter(
    ([key, value]) => !read.has(key) && !isImplied(key, value) && !(tool === "precept" && key === "targets"),
  );
  // Every server is enabled unless its file says otherwise.
  if (kind === "mcp" && fields["enabled"] === true) delete fields["enabled"];
  const content = fields["content"];
  if (typeof content === "string") {
    const text = trimLines(content);
    fields["content"] = kind === "command" ? convertPlaceholders(text, placeholders, nativePlaceholders) : text;
  }
  const targets = tool === "precept" ? (getOwn(keys, "targets") ?? []) : [];
  return {
    kind,
    name,
    fields: kind === "mcp" ? (readVariables(fields, variables) as JsonFields) : fields,
    own: tool === "precept" ? readOwnKeys(unread) : toOwn(tool, unread),
    targets: isTextList(targets) ? targets : [],
  };
}

/** A native file has the keys of each tool below the id of the tool. */
function readOwnKeys(unread: readonly [string, Json][]): ToolKeys {
  return {
    ...(Object.fromEntries(unread.filter(isTool)) as ToolKeys),
    ...toOwn(
      "precept",
      unread.filter((entry) => !isTool(entry)),
    ),
  };
}

function isTool([key, value]: [string, Json]): boolean {
  return dialectIds.includes(key as DialectId) && isRecord(value);
}

function toOwn(tool: DialectId, entries: readonly (readonly [string, Json])[]): ToolKeys {
  return entries.length === 0 ? {} : { [tool]: Object.fromEntries(entries) };
}

/** Writes an item as the keys of a file of a tool. A field that the tool lacks is a note: it is read back to find out. */
export function writeItem(tool: DialectId, format: ItemFormat, item: AgentItem): WrittenItem {
  const { kind, fields: maps, constant = {}, nameKey, placeholders = {}, variables } = format;
  const content = item.fields["content"];
  const converted =
    kind === "command" && typeof content === "string"
      ? { ...item.fields, content: convertPlaceholders(content, nativePlaceholders, placeholders) }
      : item.fields;
  const isNative = tool === "precept";
  // Maps that put variables into other keys get Precept's own syntax.
  const written: { [key: string]: Json } = {};
  for (const map of maps) Object.assign(written, map.write(converted));
  const keys = {
    ...(nameKey !== undefined && { [nameKey]: item.name }),
    ...constant,
    ...((kind === "mcp" ? writeVariables(written, variables) : written) as JsonFields),
    ...(isNative ? writeOwnKeys(item) : item.own[tool]),
  };
  return { keys, notes: isNative ? [] : listNotes(tool, format, item, keys) };
}

function writeOwnKeys({ own, targets }: AgentItem): JsonFields {
  const { precept, ...tools } = own;
  return { ...(targets.length > 0 && { targets }), ...precept, ...tools };
}

function listNotes(tool: DialectId, format: ItemFormat, item: AgentItem, keys: JsonFields): readonly ItemNote[] {
  const { kind, placeholders, variables } = format;
  const read = readItem(tool, format, item.name, keys).fields;
  const notes = itemTable[kind].fields.flatMap((field): readonly ItemNote[] => {
    const [wanted, got] = [getOwn(item.fields, field), getOwn(read, field)];
    if (isSameField(kind, field, wanted, got)) return [];
    const isLimit = itemTable[kind].limits.includes(field) && got === undefined;
    return [{ field, kind: isLimit ? "limit" : "lost", ...describeLoss(wanted, got) }];
  });
  const content = item.fields["content"];
  const missing = kind === "command" && typeof content === "string" ? listMissingPlaceholders(content, placeholders) : [];
  const others = Object.entries(item.own).flatMap(([id, values]) =>
    id === tool
      ? []
      : Object.keys(values).map((key) => ({
          field: `${id}.${key}`,
          kind: "lost" as const,
          message: describeOwnKey(key),
        })),
  );
  const placeholderNotes = missing.map((written) => ({
    field: "content",
    kind: "lost" as const,
    message: `\`${written}\` stays as it is: the tool does not replace it.`,
    missing: [written],
  }));
  return [...notes, ...placeholderNotes, ...(kind === "mcp" ? listVariableNotes(keys, variables) : []), ...others];
}

function describeOwnKey(key: string): string {
  return key === "model" ? "Each tool has its own names of models." : "Only that tool knows the key.";
}

function describeVariables(names: string): string {
  return `The tool does not replace ${names} with the value of the variable.`;
}

function listVariableNotes(keys: JsonFields, variables: readonly string[] | undefined): readonly ItemNote[] {
  const [field, lost] = ["env", "lost"] as const;
  if (variables === undefined) {
    const names = listVariables(keys);
    return names.length === 0
      ? []
      : [{ field, kind: lost, message: describeVariables(names.map((name) => `\${${name}}`).join(", ")) }];
  }
  if (!hasVariableDefault(keys) || variables.includes("${NAME:-default}")) return [];
  return [{ field, kind: lost, message: describeVariables("`${NAME:-default}`") }];
}

function describeLoss(wanted: Json | undefined, got: Json | undefined): Pick<ItemNote, "message" | "missing"> {
  if (got === undefined || wanted === undefined) return { message: "The tool has no such key." };
  if (isTextList(wanted) && isTextList(got)) {
    const missing = wanted.filter((one) => !got.includes(one));
    if (missing.length > 0)
      return { message: `The tool cannot express ${missing.map((one) => `\`${one}\``).join(", ")}.`, missing };
  }
  return { message: "The tool cannot express all of its value." };
}

/** Whether a field has the same value. The order of some lists has no meaning. */
export function isSameField(kind: ItemKind, field: string, left: Json | undefined, right: Json | undefined): boolean {
  if (itemTable[kind].sets.includes(field) && isTextList(left ?? []) && isTextList(right ?? [])) {
    const [one, other] = [new Set(left as string[] | undefined), new Set(right as string[] | undefined)];
    return one.size === other.size && [...one].every((item) => other.has(item));
  }
  return isSameValue(left, right);
}
