import type { Rule } from "@precept/core";

/** Names that are claimed: rules of different directories are never live for the same file alone, so each directory keeps its own. */
export function nameKey({ name, origin }: Pick<Rule, "name" | "origin">): string {
  return `${origin.base ?? ""} ${name}`;
}
