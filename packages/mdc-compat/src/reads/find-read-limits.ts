import type { ToolLimit } from "@precept/core";
import { findDialect } from "../lookup/dialects.ts";
import type { DialectId } from "../tools.ts";
import type { LimitSpec } from "../model/spec.ts";
import { findSkillCodec, findSkillHost } from "../lookup/skill-hosts.ts";
import { findToolReads } from "./list-reads.ts";

/**
 * The limits on the files that a tool reads itself, each for the files of one format. Unlike `findToolLimits`, which has only those of the format that an
 * export writes. The limits of other tools whose files it reads too do not count.
 */
export function findReadLimits(tool: DialectId): readonly ToolLimit[] {
  const formats = new Set(findToolReads(tool).groups.flatMap(({ locations }) => locations.map(({ codec }) => codec.id)));
  return [...formats].flatMap((format) =>
    limitsOf(tool, format).map(({ max, unit, appliesTo, effect, description }): ToolLimit => {
      const scope = appliesTo === "allFiles" ? "allRules" : "eachRule";
      return { tool, max, unit, appliesTo: scope, effect, dialects: [format], description };
    }),
  );
}

function limitsOf(tool: DialectId, format: string): readonly LimitSpec[] {
  if (format === findSkillCodec(tool)?.id) return findSkillHost(tool)?.limits ?? [];
  const dialect = findDialect(tool);
  const specs = dialect === undefined ? [] : [...dialect.formats.map(({ spec }) => spec), dialect.output.spec];
  return specs.find(({ id }) => id === format)?.limits ?? [];
}
