import { isRecord } from "@precept/core";
import type { ToolListing } from "./tool-listing.ts";

/** Hints of the protocol about a tool. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** What the protocol assumes without a hint. */
const defaultHints: ToolHints = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };

/** Removes the hints that say what the protocol assumes anyway, and those that only count for tools that write. */
export function compactAnnotations(hints: ToolHints): Partial<ToolHints> {
  const { destructiveHint: _destructive, idempotentHint: _idempotent, ...ofReading } = hints;
  const relevant = Object.entries(hints.readOnlyHint ? ofReading : hints);
  return Object.fromEntries(relevant.filter(([name, value]) => value !== defaultHints[name as keyof ToolHints]));
}

/** The keywords that calls are validated with, and that a model does not need. */
const validationKeywords: ReadonlySet<string> = new Set([
  "additionalProperties",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
]);

/**
 * Shortens the schema of arguments for a list of tools. Calls are validated with the whole schema.
 *
 * @param descriptions the arguments to retain, with their descriptions. Default: all, with their own.
 */
export function compactSchema(
  { properties = {}, ...schema }: ToolListing["inputSchema"],
  descriptions?: Readonly<Record<string, string>>,
): ToolListing["inputSchema"] {
  const all = Object.entries(properties as Readonly<Record<string, object>>);
  const listed = all
    .filter(([name]) => descriptions === undefined || Object.hasOwn(descriptions, name))
    .map(([name, property]) => [name, { ...withoutLimits(property), ...describe(descriptions?.[name]) }]);
  return { ...withoutLimits(schema), type: "object", properties: Object.fromEntries(listed) };
}

function describe(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description };
}

function withoutLimits(schema: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !validationKeywords.has(keyword))
      .map(([keyword, value]: [string, unknown]) => [keyword, isRecord(value) ? withoutLimits(value) : value]),
  );
}
