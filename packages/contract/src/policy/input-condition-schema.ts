import { jsonSchema } from "../described.ts";
import * as z from "zod/mini";
import { filledText, flag, optional, section } from "./schema-parts.ts";

const number = z.number({ error: "must be a number" });
const jsonList = z.array(jsonSchema, { error: "must be a list" });

/** The operators of `match.input`. All of them must hold for the same value. */
const operators = section({
  equals: optional("The value is equal to this one. Needed only for mappings and lists.", jsonSchema),
  in: optional("The value is one of these.", jsonList),
  not: optional("The value is not this one; with a list: none of these.", jsonSchema),
  gt: optional("The value is a number greater than this one.", number),
  gte: optional("The value is a number of at least this one.", number),
  lt: optional("The value is a number less than this one.", number),
  lte: optional("The value is a number of at most this one.", number),
  matches: optional("The value is a string, number or boolean whose text matches this regular expression.", filledText),
  exists: optional("`true`: there is a value. `false`: there is none.", flag),
}).check(z.refine((written) => Object.keys(written).length > 0, { error: "must have at least one operator" }));

const valueOrOperators = z.union([z.string(), z.number(), z.boolean(), jsonList, operators], {
  error: "must be a value, a list of values, or a mapping with operators: equals, in, not, gt, gte, lt, lte, matches, exists",
});

/** Conditions on the structured input of a tool call, by path. */
export const inputConditionsSchema = z.record(z.string(), valueOrOperators, {
  error: "must be a mapping of paths to conditions, such as `amount: { gt: 1000 }`",
});

export type InputConditionDocument = z.infer<typeof valueOrOperators>;
