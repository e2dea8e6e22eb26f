import type { Diagnostic } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import { baselineSchema } from "./baseline-schema.ts";
import { emptyBaseline, type Baseline } from "./baseline.ts";

export interface ReadBaseline {
  readonly baseline: Baseline;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the parsed content of a baseline file. An invalid one is reported, and accepts nothing.
 *
 * @param value the content of the file, parsed as JSON.
 */
export function readBaseline(value: unknown, file?: string): ReadBaseline {
  const read = baselineSchema.safeParse(value);
  if (read.success) return { baseline: read.data, diagnostics: [] };
  const { path, message } = read.error.issues[0] ?? { path: [], message: "" };
  const where = path.length === 0 ? "" : ` at "${path.join(".")}"`;
  return {
    baseline: emptyBaseline,
    diagnostics: [report("baseline/invalid", { file }, `The baseline is invalid${where}, so it accepts nothing: ${message}.`)],
  };
}
