import { anyCodePoint } from "@precept/testing";
import * as fc from "fast-check";

interface Schema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
}

const text = fc.oneof(
  fc.constantFrom("style", "api", "api/a.ts", "*", "**/*.ts", "../../etc/passwd", "\0", "{a,b", "[", "@style", "x"),
  fc.string({ unit: anyCodePoint, maxLength: 30 }),
  fc.string({ minLength: 1, maxLength: 30 }),
);

/** Generates values of a JSON schema. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "string":
      return text;
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: Math.max(schema.minimum ?? 0, -1000), max: Math.min(schema.maximum ?? 1000, 100_000) });
    case "array":
      return fc.array(valuesOf(schema.items ?? {}), { maxLength: 5 });
    case "object":
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, value]) => [key, valuesOf(value)])),
        { requiredKeys: [...(schema.required ?? [])] },
      );
    default:
      return fc.jsonValue();
  }
}

/** Generates arguments of a tool: valid ones, ones with a wrong value or an unknown key, and others. */
export function argumentsOf(schema: object): fc.Arbitrary<unknown> {
  const valid = valuesOf(schema) as fc.Arbitrary<Record<string, unknown>>;
  const keys = Object.keys((schema as Schema).properties ?? {});
  const mutated = fc
    .tuple(valid, fc.constantFrom(...keys, "__proto__", "constructor", "unknown"), fc.oneof(fc.jsonValue(), text))
    .map(([args, key, value]) => ({ ...args, [key]: value }));
  // No cursor that is generated continues an answer.
  const withoutCursor = valid.map(({ cursor: _cursor, ...args }) => args);
  return fc.oneof(withoutCursor, valid, mutated, fc.dictionary(fc.string(), fc.jsonValue()));
}
