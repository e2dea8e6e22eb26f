import { isRecord, type Json } from "@precept/core";
import type { Dialect } from "@precept/mdc-compat";
import { readItem, type AgentItem, type ItemFormat, type StoredItem } from "@precept/mdc-compat/items";
import type { ExistingFile } from "../plan/export-plan.ts";

/** Where in a value the secret is, in UTF-16 code units. */
export interface SecretRange {
  readonly start: number;
  readonly end: number;
}

/** Finds the secret in a value. @param name the name of its variable or header; empty for arguments and URLs. */
export type FindSecret = (name: string, value: string) => SecretRange | undefined;

/** An item in a file of a tool. */
export interface ItemSource {
  readonly tool: Dialect;
  readonly format: ItemFormat;
  /** The path of the file in the project. */
  readonly path: string;
  readonly file: ExistingFile;
  readonly stored: StoredItem;
}

/** An item without secrets. */
export interface SafeItem {
  readonly item: AgentItem;
  /** The values that were replaced by a reference to a variable: `env.GITHUB_TOKEN`. */
  readonly secrets: readonly string[];
}

/** Reads an item from a file of a tool. Secrets are replaced by references to variables of the environment. */
export function readSource(
  { tool, format }: Pick<ItemSource, "tool" | "format">,
  { name, keys }: StoredItem,
  findSecret: FindSecret,
): SafeItem {
  const item = readItem(tool.id, format, name, keys);
  if (item.kind !== "mcp") return { item, secrets: [] };
  const secrets: string[] = [];
  const replace = (field: string, key: string, value: Json): Json => {
    if (typeof value !== "string" || value.includes("${")) return value;
    const found = findSecret(field === "env" || field === "headers" ? key : "", value);
    if (found === undefined) return value;
    secrets.push(key === "" ? field : `${field}.${key}`);
    const variable = toVariable(field === "env" ? key : `${name}_${field === "headers" ? key : "secret"}`);
    return `${value.slice(0, found.start)}\${${variable}}${value.slice(found.end)}`;
  };
  const fields = Object.entries(item.fields).map(([field, value]): [string, Json] => {
    if (isRecord(value)) {
      return [field, Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replace(field, key, one)]))];
    }
    if (Array.isArray(value)) return [field, value.map((one, at) => replace(field, String(at + 1), one))];
    return [field, replace(field, "", value)];
  });
  return { item: { ...item, fields: Object.fromEntries(fields) }, secrets };
}

function toVariable(name: string): string {
  return name
    .replaceAll(/\W/g, "_")
    .replace(/^(?=\d)/, "_")
    .toUpperCase();
}
