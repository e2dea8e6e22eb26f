import { toJSONSchema, type JSONSchema } from "zod/v4/core";
import { configSchema } from "./schema.ts";

/** The JSON Schema of `.precept/config.yaml`, for editors. */
export function configJsonSchema(): JSONSchema.BaseSchema {
  return { title: "Configuration of a Precept project", ...toJSONSchema(configSchema, { io: "input" }) };
}
