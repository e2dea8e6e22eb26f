import { isRecord, type Json } from "@precept/core";

/** The keys under which hosts send the input of a tool, as an object or as JSON. */
const inputKeys = ["tool_input", "toolInput", "toolArgs", "args"];

/** Keys of results whose values are no content: a result keeps them, so that its host recognises it. */
const unchangedKeys = new Set([
  "type",
  "filePath",
  "file_path",
  "path",
  "url",
  "name",
  "id",
  "mode",
  "status",
  "mimeType",
  "media_type",
]);

/**
 * Returns the input of the tool of a payload with another text in place of the checked one.
 *
 * @returns undefined if the input does not contain exactly one such text.
 */
export function replaceInInput(payload: object, before: string, after: string): Readonly<Record<string, Json>> | undefined {
  const input = inputOf(payload as Readonly<Record<string, Json>>);
  if (input === undefined) return undefined;
  let count = 0;
  const replaced = mapTexts(input, (text) => {
    if (text !== before) return text;
    count += 1;
    return after;
  });
  return count === 1 && isRecord(replaced) ? replaced : undefined;
}

function inputOf(payload: Readonly<Record<string, Json>>): Json | undefined {
  const found = inputKeys.map((key) => payload[key]).find((value) => value !== undefined);
  if (typeof found !== "string") return found;
  try {
    return JSON.parse(found) as Json;
  } catch {
    return undefined;
  }
}

/** Returns a result of the same shape whose first text is the given one, and whose other texts are empty. */
export function replaceResult(response: Json, text: string): Json {
  let isFirst = true;
  return mapTexts(response, (own, key) => {
    if (key !== undefined && unchangedKeys.has(key)) return own;
    const replacement = isFirst ? text : "";
    isFirst = false;
    return replacement;
  });
}

function mapTexts(value: Json, change: (text: string, key: string | undefined) => string, key?: string): Json {
  if (typeof value === "string") return change(value, key);
  if (Array.isArray(value)) return value.map((item: Json) => mapTexts(item, change, key));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapTexts(member, change, name)]));
}
