import { z } from "zod";
import type { Json } from "./values/json.ts";

/**
 * The schema of an object.
 *
 * @param id the name of the schema in the OpenAPI document.
 */
export function objectOf<Shape extends z.core.$ZodLooseShape>(id: string, description: string, shape: Shape) {
  return z.object(shape).meta({ id, description });
}

/** The schema of an object without unknown fields: a request. */
export function strictObjectOf<Shape extends z.core.$ZodLooseShape>(id: string, description: string, shape: Shape) {
  return z.strictObject(shape).meta({ id, description });
}

export const texts = z.array(z.string());
export const textOrNull = z.string().nullable();
export const count = z.int().min(0);

export function optionalText(description: string) {
  return z.string().optional().describe(description);
}

export function falseByDefault(description: string) {
  return z.boolean().default(false).describe(description);
}

/** The values of a schema, read-only in depth. */
export type Wire<Schema extends z.core.$ZodType> = DeepReadonly<z.output<Schema>>;

type DeepReadonly<Value> = Json extends Value
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : Value extends object
      ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
      : Value;
