import * as z from "zod/mini";
import { jsonSchema } from "../described.ts";
import { contextKeys, type ContextKey } from "../values/context-keys.ts";
import { described } from "../described.ts";
import { section, text } from "./schema-parts.ts";

/** The context of a key with a meaning is a text, or missing. */
const value = z.union([text, z.null()], { error: "must be a string, since its values are texts" });
const valueList = z.array(value, { error: "must be a list of strings" });
const valueOrList = z.union([value, valueList], { error: "must be a string or a list of strings, since its values are texts" });

const operators = section({ in: z.exactOptional(valueList), not: z.exactOptional(valueOrList) }).check(
  z.refine((written) => Object.keys(written).length > 0, { error: "must have `in` or `not`" }),
);

const filter = z.union([text, valueList, operators], {
  error: "must be a string, a list of strings, `{ in: […] }` or `{ not: … }`, since its values are texts",
});

const knownKeys = Object.fromEntries(
  Object.entries(contextKeys).map(([key, { description }]) => [key, described(description, z.exactOptional(filter))]),
) as Record<ContextKey, z.ZodMiniExactOptional<typeof filter>>;

/** Validates `context_filter`. Keys without a meaning are the user's own, with any JSON values. */
export const contextFilterSchema = z.catchall(
  z.object(knownKeys, { error: "must be a mapping (`key: value` lines)" }),
  jsonSchema,
);
