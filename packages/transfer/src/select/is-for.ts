import type { Rule } from "@precept/core";
import type { Dialect } from "@precept/mdc-compat";

/** Whether a rule is meant for a tool: the rule names it in `targets`, or names none. */
export function isFor({ targets }: Rule, { id, aliases }: Dialect): boolean {
  return targets.length === 0 || [id, ...aliases].some((name) => targets.includes(name));
}

/** Whether all tools with these ids are among the targets. */
export function isOnlyFor(ids: readonly string[], targets: readonly Dialect[]): boolean {
  return ids.every((id) => targets.some((target) => target.id === id));
}
