import * as fc from "fast-check";
import { z } from "zod";

/** The parts of a JSON Schema that the schemas of routes use. */
interface JsonSchema {
  readonly $ref?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

/** How deep the generated values are nested. */
const maxDepth = 4;

/** Names that exist on the server of the test, so that some requests find something. */
const knownNames = ["style", "ann", "bob", "shop", "2026-01-01T00:00:00Z"];

/**
 * Generates inputs of a schema that are nearly always valid: refinements, which JSON Schema cannot express, are
 * ignored.
 */
export function arbitraryOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const root = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  return generate(root, root.$defs ?? {}, maxDepth);
}

function generate(schema: JsonSchema, defs: Readonly<Record<string, JsonSchema>>, depth: number): fc.Arbitrary<unknown> {
  const below = (inner: JsonSchema): fc.Arbitrary<unknown> => generate(inner, defs, depth - 1);
  if (depth === 0) return fc.jsonValue({ maxDepth: 1 });
  if (schema.$ref !== undefined) return below(defs[schema.$ref.replace("#/$defs/", "")] ?? {});
  const alternatives = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (alternatives !== undefined) return fc.oneof(...alternatives.map(below));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if ("const" in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case "string":
      return text(schema);
    case "integer":
    case "number": {
      const { minimum = -1_000, maximum = 1_000 } = schema;
      return fc.integer({ min: Math.max(minimum, -1_000_000), max: Math.min(Math.max(maximum, minimum), 1_000_000) });
    }
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(below(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: (schema.minItems ?? 0) + 3 });
    case "object": {
      const required = new Set(schema.required);
      const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
        name,
        // Few optional fields at a time: each of them can make the object invalid.
        required.has(name) ? below(field) : fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, below(field)),
      ]);
      const filled = fc.record(Object.fromEntries(fields) as Readonly<Record<string, fc.Arbitrary<unknown>>>);
      return filled.map((value) => Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)));
    }
    case undefined:
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function text({ pattern, minLength = 0, maxLength = 30 }: JsonSchema): fc.Arbitrary<string> {
  if (pattern !== undefined) {
    try {
      return fc.stringMatching(new RegExp(pattern, "u"));
    } catch {
      // The pattern uses syntax that fast-check cannot generate.
    }
  }
  const any = fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 30)), unit: "grapheme" });
  return fc.oneof(any, fc.constantFrom(...knownNames));
}
