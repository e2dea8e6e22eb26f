import type * as z from "zod/mini";
import type { configSchema } from "./schema.ts";

// Types only: where there is no configuration, its schema is never built.

/** A value with all its properties read-only. */
export type Fixed<Value> = Value extends object ? { readonly [Key in keyof Value]: Fixed<Value[Key]> } : Value;

/** What `.precept/config.yaml` says, as far as it could be used. Paths are as they were written. */
export type Config = Fixed<z.infer<typeof configSchema>>;
