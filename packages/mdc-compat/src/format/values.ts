import { splitGlobs, type Json } from "@precept/core";

/** A text, or the texts of a list; what else there is in it falls out. */
export function textsIn(value: Json | undefined): readonly string[] {
  const items: readonly Json[] = Array.isArray(value) ? value : [value ?? ""];
  return items.filter((item): item is string => typeof item === "string" && item.trim() !== "");
}

/** Patterns: a text, split at its commas except those in braces and brackets, or the items of a list, each of which is one. */
export function patternsIn(value: Json | undefined): readonly string[] {
  return typeof value === "string" ? splitGlobs(value) : textsIn(value);
}
