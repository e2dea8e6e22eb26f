import { nearestNames, PreceptError } from "@precept/core";
import { dialectNames, dialects, findDialect, type Dialect } from "@precept/mdc-compat";

/**
 * Finds tools by their dialect ids or aliases.
 *
 * @throws PreceptError `TOOL_UNKNOWN`
 */
export function dialectsNamed(names: readonly string[]): readonly Dialect[] {
  const found = names.map((name) => {
    const dialect = findDialect(name);
    if (dialect !== undefined) return dialect;
    throw new PreceptError("TOOL_UNKNOWN", {
      name,
      known: dialects.map(({ id }) => id),
      near: nearestNames(name, dialectNames()),
    });
  });
  return [...new Set(found)];
}
