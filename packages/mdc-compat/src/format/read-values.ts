import { splitGlobs, type Json } from "@precept/core";

/** Returns a string, or the strings of a list. Blank strings and values of other types are left out. */
export function readStrings(value: Json | undefined): readonly string[] {
  const items: readonly Json[] = Array.isArray(value) ? value : [value ?? ""];
  return items.filter((item): item is string => typeof item === "string" && item.trim() !== "");
}

/** Returns the patterns of a value: a string is split at commas outside of braces and brackets, each item of a list is one pattern. */
export function readPatternValues(value: Json | undefined): readonly string[] {
  return typeof value === "string" ? splitGlobs(value) : readStrings(value);
}
