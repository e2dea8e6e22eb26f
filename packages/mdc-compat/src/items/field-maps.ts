import { isRecord, type Json } from "@precept/core";
import type { FieldMap, JsonFields } from "../model/item.ts";

/** Whether a value has the type of a field. */
type Check = (value: Json) => boolean;

const isText: Check = (value) => typeof value === "string";
const isFlag: Check = (value) => typeof value === "boolean";

export function isTextList(value: Json | undefined): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

export function isTextRecord(value: Json | undefined): value is { [key: string]: string } {
  return isRecord(value) && Object.values(value).every((item) => typeof item === "string");
}

/** A field with the same value as its key. */
function same(field: string, key: string, check: Check): FieldMap {
  return {
    keys: [key],
    read: (keys) => pick(keys, key, (value) => (check(value) ? { [field]: value } : undefined)),
    write: (fields) => pick(fields, field, (value) => ({ [key]: value })) ?? {},
  };
}

/** A field whose value is a text. @param key default: the name of the field. */
export function text(field: string, key: string = field): FieldMap {
  return same(field, key, isText);
}

/** A field whose value is true or false. */
export function flag(field: string, key: string = field): FieldMap {
  return same(field, key, isFlag);
}

/** A field that is true where its key is false. */
export function opposite(field: string, key: string): FieldMap {
  return {
    keys: [key],
    read: (keys) => pick(keys, key, (value) => (isFlag(value) ? { [field]: value !== true } : undefined)),
    write: (fields) => pick(fields, field, (value) => ({ [key]: value !== true })) ?? {},
  };
}

/** A field with texts by name. */
export function record(field: string, key: string = field): FieldMap {
  return same(field, key, isTextRecord);
}

/** A field with a list of texts. @param form how the tool writes it. Lists and texts with commas are read. */
export function list(field: string, key: string = field, form: "list" | "commas" = "list"): FieldMap {
  return {
    keys: [key],
    read: (keys) =>
      pick(keys, key, (value) => {
        if (isTextList(value)) return { [field]: value };
        return typeof value === "string" ? { [field]: splitCommas(value) } : undefined;
      }),
    write: (fields) =>
      pick(fields, field, (value) => ({ [key]: form === "commas" && isTextList(value) ? value.join(", ") : value })) ?? {},
  };
}

/** Splits a text at its commas, except in parentheses: `Bash(git add, git rm), Read`. */
function splitCommas(value: string): string[] {
  return (value.match(/(?:[^,(]|\([^)]*\)?)+/g) ?? []).map((item) => item.trim()).filter((item) => item !== "");
}

function pick(values: JsonFields, name: string, convert: (value: Json) => JsonFields | undefined): JsonFields | undefined {
  const value = getOwn(values, name);
  return value === undefined ? undefined : convert(value);
}

/** Returns the value of a key, also if it is named `__proto__` or `constructor`. */
export function getOwn(values: JsonFields, name: string): Json | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
