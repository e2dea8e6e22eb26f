import type { Rule } from "@precept/core";

/** Returns a key that is the same for rules that must not have the same name: names are unique per directory. */
export function getNameKey({ name, origin }: Pick<Rule, "name" | "origin">): string {
  return `${origin.base ?? ""} ${name}`;
}
