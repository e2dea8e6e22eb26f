import type { ToolLimit } from "@precept/core";
import { findDialect } from "./dialects.ts";

/**
 * The limits on how much text of rules a tool reads, from the format that an export writes for it. Empty if the tool is unknown, or has no limits.
 *
 * @param tool an id or an alias, as in `findDialect`.
 *
 * @example
 * ```ts
 * import { findToolLimits } from "@precept/mdc-compat";
 *
 * const [limit] = findToolLimits("codex");
 * console.log(limit?.max, limit?.unit, limit?.appliesTo);
 * ```
 */
export function findToolLimits(tool: string): readonly ToolLimit[] {
  const dialect = findDialect(tool);
  if (dialect === undefined) return [];
  const known = limitsOf.get(dialect.id);
  if (known !== undefined) return known;
  const limits = dialect.output.spec.limits.map(({ max, unit, appliesTo, effect, description }): ToolLimit => {
    return { tool: dialect.id, max, unit, appliesTo: appliesTo === "allFiles" ? "allRules" : "eachRule", effect, description };
  });
  limitsOf.set(dialect.id, limits);
  return limits;
}

/** By the id of the dialect. */
const limitsOf = new Map<string, readonly ToolLimit[]>();
