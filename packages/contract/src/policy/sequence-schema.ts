import { described } from "../described.ts";
import * as z from "zod/mini";
import { matchSchema } from "./match-schema.ts";
import { section } from "./schema-parts.ts";
import { durationPattern, maxSequenceCount, sequenceValues } from "../values/policy-match.ts";

const duration = z
  .string({ error: "must be a duration such as 30m" })
  .check(z.regex(durationPattern, { error: "must be a duration: a number and s, m, h or d, such as 30m" }));
const wrongCount = { error: `must be an integer from 1 to ${maxSequenceCount}` };

/** Validates `sequence`: the earlier calls of the session that make a match a violation. */
export const sequenceSchema = section({
  after: described(
    "A block with the keys of `match`. An earlier call of the session must have met it, or the text that it returned.",
    z.exactOptional(matchSchema),
  ),
  within: described(
    "How long ago that may be: a number and `s`, `m`, `h` or `d`. Default: as long as the session.",
    z.exactOptional(duration),
  ),
  unless: described(
    "A block with the keys of `match`. A call that meets it makes all earlier ones count no more.",
    z.exactOptional(matchSchema),
  ),
  count: described(
    `How often the policy must match in the session, this call included. At most ${maxSequenceCount}. Default 1.`,
    z.exactOptional(z.int(wrongCount).check(z.gte(1, wrongCount), z.lte(maxSequenceCount, wrongCount))),
  ),
  same: described(
    "Counts only calls with the same value: `command`, the whole command; `tool`, the name of the tool; `file`; or `match`, the matched text.",
    z.exactOptional(z.enum(sequenceValues, { error: `must be one of ${sequenceValues.join(", ")}` })),
  ),
  failed: described(
    "Counts only calls that failed, since the last one that succeeded, and this one. Default false.",
    z.exactOptional(z.boolean({ error: "must be true or false" })),
  ),
  per: described(
    "The time in which the calls are counted: a number and `s`, `m`, `h` or `d`. Default: the session.",
    z.exactOptional(duration),
  ),
});

/** `sequence` as a file or a wire contains it. */
export type SequenceDocument = z.infer<typeof sequenceSchema>;
