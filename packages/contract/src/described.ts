import * as z from "zod/mini";
import type { Json } from "./values/json.ts";

/**
 * Returns a copy of a schema with a description. JSON Schemas and the reference pages show it.
 *
 * All schemas use `zod/mini`: the full library makes the CLI start a third slower.
 */
export function described<Schema extends z.ZodMiniType>(description: string, schema: Schema): Schema {
  // A copy, so that one schema can have a different description in each place.
  const copy = schema.clone();
  z.globalRegistry.add(copy, { description });
  return copy;
}

/** The description of a schema; empty if it has none. */
export function descriptionOf(schema: z.ZodMiniType): string {
  return z.globalRegistry.get(schema)?.description ?? "";
}

/** Validates JSON values. Typed as the read-only `Json`: the JSON type of zod is mutable. */
export const jsonSchema = z.json() as unknown as z.ZodMiniType<Json>;
