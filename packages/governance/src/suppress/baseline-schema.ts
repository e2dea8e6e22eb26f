import * as z from "zod/mini";

/** Validates an entry of a baseline file. */
export const baselineEntrySchema = z.object({
  fingerprint: z.string().check(z.minLength(1)),
  rule_id: z.string(),
  file: z.optional(z.string()),
  line: z.optional(z.int()),
  message: z.optional(z.string()),
});

/** Validates the content of a baseline file: a list of accepted violations. */
export const baselineSchema = z.object({ version: z.literal(1), entries: z.array(baselineEntrySchema) });
