import * as z from "zod/mini";

/**
 * A schema with a sentence about what it describes, from which JSON Schemas and the reference pages are made.
 *
 * All schemas are written with `zod/mini`: the full library would add a third to the time in which the command line starts.
 */
export function described<Schema extends z.ZodMiniType>(description: string, schema: Schema): Schema {
  // A copy, so that a schema may be part of several with sentences of their own.
  const own = schema.clone();
  z.globalRegistry.add(own, { description });
  return own;
}

/** The sentence about a schema; empty where it has none. */
export function descriptionOf(schema: z.ZodMiniType): string {
  return z.globalRegistry.get(schema)?.description ?? "";
}
