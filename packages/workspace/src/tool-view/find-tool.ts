import { nearestNames, PreceptError, type Rule } from "@precept/core";
import { dialectNames, dialects, findDialect, type Dialect } from "@precept/mdc-compat";

/**
 * Returns the tool with a name, for its view of a project.
 *
 * @throws PreceptError `TOOL_UNKNOWN` if no tool has this id or alias, since only of those it is known what they read.
 */
export function requireTool(name: string): Dialect {
  const dialect = findDialect(name);
  if (dialect === undefined) throw unknownTool(name, []);
  return dialect;
}

/**
 * Checks that the name of a tool is that of a supported tool, or that a rule has it as a target.
 *
 * @param listRules lists the rules that can name tools. Called only if no supported tool has the name.
 * @throws PreceptError `TOOL_UNKNOWN` otherwise, with the known names: a misspelt tool would get rules as if it were another one.
 */
export async function checkTool(name: string, listRules: () => Promise<readonly Rule[]>): Promise<void> {
  if (findDialect(name) !== undefined) return;
  const targets = new Set((await listRules()).flatMap((rule) => rule.targets));
  if (!targets.has(name)) throw unknownTool(name, [...targets]);
}

function unknownTool(name: string, targets: readonly string[]): PreceptError<"TOOL_UNKNOWN"> {
  const own = targets.filter((target) => findDialect(target) === undefined).toSorted();
  return new PreceptError("TOOL_UNKNOWN", {
    name,
    known: [...dialects.map(({ id }) => id), ...own],
    near: nearestNames(name, [...dialectNames(), ...own]),
  });
}
