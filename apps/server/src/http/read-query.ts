import type { z } from "zod";

/** The types of which a query has one value. */
const singleTypes: ReadonlySet<string> = new Set(["string", "number", "boolean", "bigint", "date", "enum", "literal"]);

/** A query, and the names of parameters that it repeats although they have one value. */
export interface ReadQuery {
  /** Repeated parameters are lists. */
  readonly value: Readonly<Record<string, string | readonly string[]>>;
  readonly repeated: readonly string[];
}

/** @param queries the values of each parameter. */
export function readQuery(schema: z.ZodObject, queries: Readonly<Record<string, readonly string[]>>): ReadQuery {
  const entries = Object.entries(queries);
  const isRepeated = ([name, values]: (typeof entries)[number]): boolean =>
    values.length > 1 && Object.hasOwn(schema.shape, name) && singleTypes.has(typeOf(schema.shape[name]));
  return {
    value: Object.fromEntries(entries.map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values])),
    repeated: entries.filter(isRepeated).map(([name]) => name),
  };
}

/** Returns the type of a schema without its defaults and conversions. */
function typeOf(schema: unknown): string {
  const { def } = schema as { readonly def: { readonly type: string; readonly innerType?: unknown; readonly in?: unknown } };
  const inner = def.innerType ?? def.in;
  return inner === undefined ? def.type : typeOf(inner);
}
