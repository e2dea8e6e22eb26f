import type { Diagnostic } from "@precept/core";
import * as z from "zod/mini";
import { report } from "../diagnostic-catalogue.ts";

const baselineEntrySchema = z.object({
  fingerprint: z.string().check(z.minLength(1)),
  rule_id: z.string(),
  file: z.optional(z.string()),
  line: z.optional(z.int()),
  message: z.optional(z.string()),
});

/** Validates the content of a baseline file: a list of accepted violations. */
const baselineSchema = z.object({ version: z.literal(1), entries: z.array(baselineEntrySchema) });

/** An accepted violation, identified by fingerprint and policy. The rest is for readers and may be out of date. */
export type BaselineEntry = Readonly<z.infer<typeof baselineEntrySchema>>;

/** Violations that are accepted by fingerprint. A plain JSON value: write it to the baseline file unchanged. */
export interface Baseline {
  readonly version: 1;
  readonly entries: readonly BaselineEntry[];
}

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
    baseline: { version: 1, entries: [] },
    diagnostics: [report("baseline/invalid", { file }, `The baseline is invalid${where}, so it accepts nothing: ${message}.`)],
  };
}
