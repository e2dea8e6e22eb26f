import { toJSONSchema, type JSONSchema } from "zod/v4/core";
import { configSchema } from "./schema.ts";
import { userConfigSchema } from "./user-schema.ts";

/** The JSON Schema of `.precept/config.yaml`, for editors. */
export function configJsonSchema(): JSONSchema.BaseSchema {
  return { title: "Configuration of a Precept project", ...toJSONSchema(configSchema, { io: "input" }) };
}

/** The JSON Schema of the user's own `~/.precept/config.yaml`, for editors. */
export function userConfigJsonSchema(): JSONSchema.BaseSchema {
  return { title: "Configuration of a Precept user", ...toJSONSchema(userConfigSchema, { io: "input" }) };
}
