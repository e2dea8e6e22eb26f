import * as z from "zod/mini";

/** Any JSON value, read-only. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Whether a value is an object with string keys: neither `null` nor an array. A `Json` value narrows to its object type. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Validates JSON values. Typed as the read-only `Json`: the JSON type of zod is mutable. */
export const jsonSchema = z.json() as unknown as z.ZodMiniType<Json>;
