import { described } from "@precept/core";
import * as z from "zod/mini";

// Shared parts of the configuration schemas, with their messages.

export const text = z
  .string({ error: "must be a string" })
  .check(z.regex(/\S/, { error: "must be a string of at least one character" }));
export const texts = z.array(text, { error: "must be a list of strings" });
export const flag = z.boolean({ error: "must be true or false" });
const noLimit = { error: "must be an integer of at least 0" };
export const limit = z.int(noLimit).check(z.gte(0, noLimit));
const notPositive = { error: "must be an integer of at least 1" };
export const positive = z.int(notPositive).check(z.gte(1, notPositive));

export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(", ")}` });
}

/** An optional setting, and its description in the reference and in the JSON Schema for editors. */
export function setting<Schema extends z.ZodMiniType>(description: string, schema: Schema) {
  return described(description, z.exactOptional(schema));
}

/** The settings that name where a secret is: `urlEnv` and `urlFile` for `url`. @param noun what it is, such as `URL`. */
export function secretSettings<const Name extends string>(name: Name, noun: string, variable: string) {
  const at = setting(`The environment variable that has the ${noun}, such as \`${variable}\`.`, text);
  const file = setting(
    `The file that has the ${noun}, such as \`/run/secrets/${variable.toLowerCase()}\`. It is used instead of \`${name}Env\`.`,
    text,
  );
  return { [`${name}Env`]: at, [`${name}File`]: file } as Record<`${Name}Env` | `${Name}File`, typeof at>;
}

/** A section of settings. All are optional; unknown keys are reported. */
export function section<Shape extends Record<string, z.ZodMiniType>>(shape: Shape) {
  return z.strictObject(shape, { error: "must contain settings, as `key: value` lines" });
}
