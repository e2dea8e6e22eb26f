import { nearestNames, PreceptError, type Rule } from "@precept/core";
import { dialectNames, dialects, findDialect, findRuleSource, peers, type Dialect, type RuleSource } from "@precept/mdc-compat";

/** Finds a tool by its dialect id or alias. @throws PreceptError `TOOL_UNKNOWN` */
export function dialectNamed(name: string): Dialect {
  const dialect = findDialect(name);
  if (dialect !== undefined) return dialect;
  const known = dialects.map(({ id }) => id);
  throw new PreceptError("TOOL_UNKNOWN", { name, known, near: nearestNames(name, dialectNames()) });
}

/** Finds several tools, each once. @throws PreceptError `TOOL_UNKNOWN` */
export function dialectsNamed(names: readonly string[]): readonly Dialect[] {
  return [...new Set(names.map(dialectNamed))];
}

/** Finds several tools or peers to import from, each once. @throws PreceptError `TOOL_UNKNOWN` */
export function ruleSourcesNamed(names: readonly string[]): readonly RuleSource[] {
  const peerNames = peers.flatMap(({ id, aliases }) => [id, ...aliases]);
  const find = (name: string): RuleSource => {
    const source = findRuleSource(name);
    if (source !== undefined) return source;
    const known = [...dialects, ...peers].map(({ id }) => id);
    throw new PreceptError("TOOL_UNKNOWN", { name, known, near: nearestNames(name, [...dialectNames(), ...peerNames]) });
  };
  return [...new Set(names.map(find))];
}

/** Whether a rule is meant for a tool: the rule names it in `targets`, or names none. */
export function isFor({ targets }: Rule, { id, aliases }: Dialect): boolean {
  return targets.length === 0 || [id, ...aliases].some((name) => targets.includes(name));
}

export function isOnlyFor(ids: readonly string[], targets: readonly Dialect[]): boolean {
  return ids.every((id) => targets.some((target) => target.id === id));
}
