import { nearestNames, PreceptError, type Rule } from "@precept/core";
import { dialectNames, dialects, findDialect } from "@precept/mdc-compat";

/**
 * Checks that the name of a tool is that of a supported tool, or that a rule has it as a target.
 *
 * @param listRules lists the rules that can name tools. Called only if no supported tool has the name.
 * @throws PreceptError `TOOL_UNKNOWN` otherwise, with the known names: a misspelt tool would get rules as if it were
 *   another one.
 */
export async function checkTool(name: string, listRules: () => Promise<readonly Rule[]>): Promise<void> {
  if (findDialect(name) !== undefined) return;
  const targets = [...new Set((await listRules()).flatMap((rule) => rule.targets))];
  if (targets.includes(name)) return;
  const own = targets.filter((target) => findDialect(target) === undefined).toSorted();
  const known = [...dialects.map(({ id }) => id), ...own];
  throw new PreceptError("TOOL_UNKNOWN", { name, known, near: nearestNames(name, [...dialectNames(), ...own]) });
}
