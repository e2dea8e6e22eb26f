import type { ToolLimit } from "@precept/core";
import { dialects } from "../dialects/dialects.ts";
import type { DialectId } from "../model/dialect-id.ts";
import type { LimitSpec } from "../model/spec.ts";
import { findToolReads } from "./list-reads.ts";

/**
 * The limits on the files that a tool reads itself, each for the files of one format. Unlike `findToolLimits`, which has only those of the format that an
 * export writes.
 */
export function findReadLimits(tool: DialectId): readonly ToolLimit[] {
  const formats = new Set(findToolReads(tool).groups.flatMap(({ locations }) => locations.map(({ codec }) => codec.id)));
  return [...formats].flatMap((format) =>
    limitsOf(format).map(({ max, unit, appliesTo, effect, description }): ToolLimit => {
      const scope = appliesTo === "allFiles" ? "allRules" : "eachRule";
      return { tool, max, unit, appliesTo: scope, effect, dialects: [format], description };
    }),
  );
}

function limitsOf(format: string): readonly LimitSpec[] {
  const specs = dialects.flatMap(({ formats, output }) => [...formats.map(({ spec }) => spec), output.spec]);
  return specs.find(({ id }) => id === format)?.limits ?? [];
}
