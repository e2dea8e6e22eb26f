import * as z from "zod/mini";

// Shared parts of the configuration schemas, with their messages.

export const text = z
  .string({ error: "must be a string" })
  .check(z.regex(/\S/, { error: "must be a string of at least one character" }));
export const texts = z.array(text, { error: "must be a list of strings" });
export const flag = z.boolean({ error: "must be true or false" });
const noLimit = { error: "must be an integer of at least 0" };
export const limit = z.int(noLimit).check(z.gte(0, noLimit));

export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(", ")}` });
}

/** A section of settings. All are optional; unknown keys are reported. */
export function section<Shape extends Record<string, z.ZodMiniType>>(shape: Shape) {
  return z.strictObject(shape, { error: "must contain settings, as `key: value` lines" });
}

/** Whether a text is an IANA time zone that this system knows. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
