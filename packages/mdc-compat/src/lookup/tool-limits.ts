import type { ToolLimit } from "@precept/core";
import type { LimitSpec } from "../model/spec.ts";
import { ruleFiles } from "../tables/rule-files.ts";
import type { DialectId } from "../tools.ts";
import { findDialect } from "./dialects.ts";
import { findSkillCodec, findSkillHost } from "./skill-hosts.ts";

/**
 * The limits on how much text of rules a tool reads, from the format that an export writes for it. Empty if the tool is
 * unknown, or has no limits.
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
  const limits = knownLimits.get(dialect.id) ?? dialect.output.spec.limits.map((limit) => toToolLimit(dialect.id, limit));
  knownLimits.set(dialect.id, limits);
  return limits;
}

const knownLimits = new Map<DialectId, readonly ToolLimit[]>();

/**
 * The limits on the files that a tool reads itself, each for the files of one format. `findToolLimits` has
 * only the limits of the format that an export writes. Limits of other tools do not count, even for files it reads.
 */
export function findReadLimits(tool: DialectId): readonly ToolLimit[] {
  const formats = new Set(ruleFiles[tool].reads.flatMap(({ locations }) => locations.map(({ codec }) => codec.id)));
  return [...formats].flatMap((format) =>
    limitsOf(tool, format).map((limit) => ({ ...toToolLimit(tool, limit), dialects: [format] })),
  );
}

function limitsOf(tool: DialectId, format: string): readonly LimitSpec[] {
  if (format === findSkillCodec(tool)?.id) return findSkillHost(tool)?.limits ?? [];
  const { formats, output } = ruleFiles[tool].dialect;
  return [...formats.map(({ spec }) => spec), output.spec].find(({ id }) => id === format)?.limits ?? [];
}

function toToolLimit(tool: DialectId, { max, unit, appliesTo, effect, description }: LimitSpec): ToolLimit {
  return { tool, max, unit, appliesTo: appliesTo === "allFiles" ? "allRules" : "eachRule", effect, description };
}
