import { z } from "zod";

/**
 * The schema of an object whose type is declared elsewhere. It does not compile if a field is missing or has another type.
 *
 * @param id the name of the schema in the OpenAPI document.
 */
export function objectOf<Value extends object>(
  id: string,
  description: string,
  shape: { readonly [Key in keyof Value]-?: z.ZodType<Value[Key] | undefined> },
): z.ZodType<Value> {
  return z.object(shape).meta({ id, description }) as unknown as z.ZodType<Value>;
}
