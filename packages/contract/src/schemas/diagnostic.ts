import { z } from "zod";
import { objectOf, textOrNull, type Wire } from "../wire-parts.ts";

const intOrNull = z.int().nullable();

/** A diagnostic on the wire. */
export const wireDiagnostic = objectOf("Diagnostic", "A problem in a rule file, a policy file or the configuration.", {
  code: z.string(),
  severity: z.string(),
  message: z.string(),
  hint: textOrNull,
  file: textOrNull,
  line: intOrNull,
  column: intOrNull,
  end_line: intOrNull,
  end_column: intOrNull,
  fix: z
    .object({
      title: z.string(),
      edits: z.array(z.object({ start: z.int(), end: z.int(), text: z.string() })),
      safe: z.boolean(),
    })
    .nullable(),
  incomplete: z.boolean().describe("Whether resolutions may lack rules, or parts of rules, because of the problem."),
});

export type WireDiagnostic = Wire<typeof wireDiagnostic>;

/** A store whose rules are missing from an answer, or may be out of date in it. */
export const wireStoreReport = objectOf(
  "StoreReport",
  "A store whose rules are missing from an answer, or may be out of date in it.",
  { store: z.string(), status: z.string(), message: z.string() },
);

export type WireStoreReport = Wire<typeof wireStoreReport>;

/** The stores of an answer. */
export const stores = z
  .array(wireStoreReport)
  .describe("The stores whose rules are missing or may be out of date. Empty if the answer is complete.");
