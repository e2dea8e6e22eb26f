import * as z from "zod/mini";

// The parts that the schemas of configuration files are made of, with their messages.

export const text = z
  .string({ error: "has to be a text" })
  .check(z.regex(/\S/, { error: "has to be a text of at least one character" }));
export const texts = z.array(text, { error: "has to be a list of texts" });
export const flag = z.boolean({ error: "has to be true or false" });
const noLimit = { error: "has to be a whole number from 0 on" };
export const limit = z.int(noLimit).check(z.gte(0, noLimit));

export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: `has to be one of ${values.join(", ")}` });
}

/** Every setting may be left out, and a key that is none is reported. */
export function section<Shape extends Record<string, z.ZodMiniType>>(shape: Shape) {
  return z.strictObject(shape, { error: "has to hold settings, as `key: value` lines" });
}
