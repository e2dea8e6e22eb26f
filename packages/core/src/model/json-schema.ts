import * as z from "zod/mini";
import type { Json } from "./json.ts";

/** Validates JSON values. Typed as the read-only `Json`: the JSON type of zod is mutable. */
export const jsonSchema = z.json() as unknown as z.ZodMiniType<Json>;
