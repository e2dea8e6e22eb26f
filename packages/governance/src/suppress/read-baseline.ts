import type { Diagnostic } from "@precept/core";
import * as z from "zod/mini";
import { report } from "../diagnostic-catalogue.ts";
import { emptyBaseline, type Baseline } from "./baseline.ts";

export const baselineEntrySchema = z.object({
  fingerprint: z.string().check(z.minLength(1)),
  rule_id: z.string(),
  file: z.optional(z.string()),
  line: z.optional(z.int()),
  message: z.optional(z.string()),
});

/** Validates the content of a baseline file: a list of accepted violations. */
export const baselineSchema = z.object({ version: z.literal(1), entries: z.array(baselineEntrySchema) });

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
