import type * as z from "zod/mini";
import type { configSchema } from "./schema.ts";

// Types only, so that the schema is not loaded if there is no configuration.

/** A type with all its properties read-only. */
export type Fixed<Value> = Value extends object ? { readonly [Key in keyof Value]: Fixed<Value[Key]> } : Value;

/** The valid settings of `.precept/config.yaml`. Paths are as written. */
export type Config = Fixed<z.infer<typeof configSchema>>;
