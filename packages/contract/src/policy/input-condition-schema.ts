import { described, jsonSchema } from "../described.ts";
import * as z from "zod/mini";
import { filledText, section } from "./schema-parts.ts";

const number = z.number({ error: "must be a number" });
const jsonList = z.array(jsonSchema, { error: "must be a list" });

/** The operators of `match.input`. All of them must hold for the same value. */
const operators = section({
  equals: described("The value is equal to this one. Needed only for mappings and lists.", z.exactOptional(jsonSchema)),
  in: described("The value is one of these.", z.exactOptional(jsonList)),
  not: described("The value is not this one; with a list: none of these.", z.exactOptional(jsonSchema)),
  gt: described("The value is a number greater than this one.", z.exactOptional(number)),
  gte: described("The value is a number of at least this one.", z.exactOptional(number)),
  lt: described("The value is a number less than this one.", z.exactOptional(number)),
  lte: described("The value is a number of at most this one.", z.exactOptional(number)),
  matches: described(
    "The value is a string, number or boolean whose text matches this regular expression.",
    z.exactOptional(filledText),
  ),
  exists: described(
    "`true`: there is a value. `false`: there is none.",
    z.exactOptional(z.boolean({ error: "must be true or false" })),
  ),
}).check(z.refine((written) => Object.keys(written).length > 0, { error: "must have at least one operator" }));

const valueOrOperators = z.union([z.string(), z.number(), z.boolean(), jsonList, operators], {
  error: "must be a value, a list of values, or a mapping with operators: equals, in, not, gt, gte, lt, lte, matches, exists",
});

/** Conditions on the structured input of a tool call, by path. */
export const inputConditionsSchema = z.record(z.string(), valueOrOperators, {
  error: "must be a mapping of paths to conditions, such as `amount: { gt: 1000 }`",
});

export type InputConditionDocument = z.infer<typeof valueOrOperators>;
