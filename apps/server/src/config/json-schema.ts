import { z } from "zod";
import { serverConfigSchema } from "./schema.ts";

/** The JSON Schema of the configuration of the server, for editors. */
export function serverConfigJsonSchema(): z.core.JSONSchema.BaseSchema {
  return { title: "Configuration of a Precept server", ...z.toJSONSchema(serverConfigSchema, { io: "input" }) };
}
