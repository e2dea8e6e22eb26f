import type * as z from "zod/mini";
import type { configSchema } from "./schema.ts";
import type { userConfigSchema } from "./user-schema.ts";

// Types only, so that the schemas are not loaded if there is no configuration.

/** A type with all its properties read-only. */
export type Fixed<Value> = Value extends object ? { readonly [Key in keyof Value]: Fixed<Value[Key]> } : Value;

/** The valid settings of `.precept/config.yaml`. Paths are as written. */
export type Config = Fixed<z.infer<typeof configSchema>>;

/** The valid settings of `~/.precept/config.yaml`, which apply to every project. */
export type UserConfig = Fixed<z.infer<typeof userConfigSchema>>;
