import * as z from "zod/mini";
import { matchSchema } from "./match-schema.ts";
import { flag, oneOf, optional, section } from "./schema-parts.ts";
import { durationPattern, maxSequenceCount, sequenceValues } from "../values/policies.ts";

const duration = z
  .string({ error: "must be a duration such as 30m" })
  .check(z.regex(durationPattern, { error: "must be a duration: a number and s, m, h or d, such as 30m" }));
const wrongCount = { error: `must be an integer from 1 to ${maxSequenceCount}` };

/** Validates `sequence`: the earlier calls of the session that make a match a violation. */
export const sequenceSchema = section({
  after: optional(
    "A block with the keys of `match`. An earlier call of the session must have met it, or the text that it returned.",
    matchSchema,
  ),
  within: optional("How long ago that may be: a number and `s`, `m`, `h` or `d`. Default: as long as the session.", duration),
  unless: optional("A block with the keys of `match`. A call that meets it makes all earlier ones count no more.", matchSchema),
  count: optional(
    `How often the policy must match in the session, this call included. At most ${maxSequenceCount}. Default 1.`,
    z.int(wrongCount).check(z.gte(1, wrongCount), z.lte(maxSequenceCount, wrongCount)),
  ),
  same: optional(
    "Counts only calls with the same value: `command`, the whole command; `tool`, the name of the tool; `file`; or `match`, the matched text.",
    oneOf(sequenceValues),
  ),
  failed: optional("Counts only calls that failed, since the last one that succeeded, and this one. Default false.", flag),
  per: optional("The time in which the calls are counted: a number and `s`, `m`, `h` or `d`. Default: the session.", duration),
});

/** `sequence` as a file or a wire contains it. */
export type SequenceDocument = z.infer<typeof sequenceSchema>;
