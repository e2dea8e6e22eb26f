import { splitGlobs, type Json } from "@precept/core";

/** Returns a string, or the strings of a list. Blank strings and values of other types are left out. */
export function readStrings(value: Json | undefined): readonly string[] {
  const items: readonly Json[] = Array.isArray(value) ? value : [value ?? ""];
  return items.filter((item): item is string => typeof item === "string" && item.trim() !== "");
}

/** Returns the patterns of a list, or of a string split at the commas outside braces and brackets. */
export function readPatternValues(value: Json | undefined): readonly string[] {
  return typeof value === "string" ? splitGlobs(value) : readStrings(value);
}
