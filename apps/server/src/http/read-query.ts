import type { z } from "zod";
import { toInvalidParts, type InvalidPart } from "../problems/invalid-input.ts";

/** The types of which a query has one value. */
const singleTypes: ReadonlySet<string> = new Set(["string", "number", "boolean", "bigint", "date", "enum", "literal"]);

/** Validates a query. Repeated parameters are lists. */
export function readQuery<Schema extends z.ZodObject>(
  schema: Schema,
  queries: Readonly<Record<string, readonly string[]>>,
): { readonly data: z.output<Schema> | undefined; readonly invalid: readonly InvalidPart[] } {
  const entries = Object.entries(queries);
  const repeated = entries.filter(
    ([name, values]) => values.length > 1 && Object.hasOwn(schema.shape, name) && singleTypes.has(typeOf(schema.shape[name])),
  );
  if (repeated.length > 0) {
    const invalid = repeated.map(([name]) => ({ pointer: `?${name}`, detail: "must be given only once" }));
    return { data: undefined, invalid };
  }
  const value = entries.map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]);
  const { data, error } = schema.safeParse(Object.fromEntries(value));
  return { data, invalid: toInvalidParts("query", error?.issues ?? []) };
}

/** Returns the type of a schema without its defaults and conversions. */
function typeOf(schema: unknown): string {
  const { def } = schema as { readonly def: { readonly type: string; readonly innerType?: unknown; readonly in?: unknown } };
  const inner = def.innerType ?? def.in;
  return inner === undefined ? def.type : typeOf(inner);
}
