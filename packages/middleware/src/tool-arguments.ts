import type { Json } from "@precept/core";
import { toJson } from "./to-json.ts";

/**
 * Reads the arguments of a tool call in a conversation: an object, or its JSON text as the model wrote it. Null if the
 * text is not JSON, or if the value is nested too deeply.
 */
export function readToolArguments(value: unknown): Json {
  try {
    return toJson(typeof value === "string" ? JSON.parse(value) : value);
  } catch {
    return null;
  }
}
