import * as z from "zod/mini";
import { described, jsonSchema } from "../described.ts";

/** A string. */
export const text = z.string({ error: "must be a string" });

/** A string with at least one character that is not white space. */
export const filledText = text.check(z.regex(/\S/, { error: "must not be empty" }));

export const notEmpty = { error: "must have at least one value" };

/** One regular expression, or a list of alternatives. */
export const patterns = z.union([filledText, z.array(filledText).check(z.minLength(1, notEmpty))], {
  error: "must be a string or a list of strings",
});

/** One string, or a list of strings. */
export const texts = z.union([filledText, z.array(filledText)], { error: "must be a string or a list of strings" });

export const values = z.record(z.string(), jsonSchema, { error: "must be a mapping (`key: value` lines)" });

/** A mapping with known keys only. */
export function section<Shape extends Record<string, z.ZodMiniType>>(shape: Shape) {
  return z.strictObject(shape, { error: "must be a mapping (`key: value` lines)" });
}

/** A key that may be absent. */
export function optional<Schema extends z.ZodMiniType>(description: string, schema: Schema) {
  return described(description, z.exactOptional(schema));
}

export const flag = z.boolean({ error: "must be true or false" });

export function oneOf<const Values extends readonly [string, ...string[]]>(allowed: Values) {
  return z.enum(allowed, { error: `must be one of ${allowed.join(", ")}` });
}
