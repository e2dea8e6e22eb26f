import * as z from "zod/mini";

/** Any JSON value, read-only. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Validates JSON values. Typed as the read-only `Json`: the JSON type of zod is mutable. */
export const jsonSchema = z.json() as unknown as z.ZodMiniType<Json>;
