import { isRecord } from "@precept/core";

/**
 * Appends advice to the output of a tool, as text. Undefined if the output is not text, such as an image: then only the
 * event contains the advice.
 */
export function appendAdvice(output: unknown, advice: string): string | undefined {
  const text = textOf(output);
  return text === undefined ? undefined : `${text}\n\n${advice}`;
}

function textOf(output: unknown): string | undefined {
  if (typeof output === "string") return output;
  if (Array.isArray(output)) return undefined;
  if (isRecord(output) && typeof output["type"] === "string")
    return output["type"] === "text" && typeof output["text"] === "string" ? output["text"] : undefined;
  return JSON.stringify(output) ?? String(output);
}
