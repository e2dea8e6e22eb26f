import * as z from "zod/mini";

/** Anything JSON can hold. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** zod's own JSON type is mutable; what passes through here never is. */
export const jsonSchema = z.json() as unknown as z.ZodMiniType<Json>;
