import type { Random } from "@precept/testing/random";

/** A JSON Schema, as far as requests use it. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly format?: string;
}

/** Makes a value for a schema whose texts are hostile. @param texts the texts to choose from. */
export function fillSchema(schema: Schema, texts: readonly string[], random: Random, depth = 0): unknown {
  const { anyOf, oneOf, properties = {}, required = [], items } = schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return fillSchema(random.pick(choices), texts, random, depth + 1);
  switch (schema.type) {
    case "object": {
      const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || (depth < 4 && random.chance(0.4)));
      return Object.fromEntries(chosen.map(([name, one]) => [name, fillSchema(one, texts, random, depth + 1)]));
    }
    case "array":
      return [0, 1].filter(() => random.chance(0.7)).map(() => fillSchema(items ?? {}, texts, random, depth + 1));
    case "integer":
    case "number":
      return random.pick([0, 1, 3, 1000]);
    case "boolean":
      return random.chance(0.5);
    case "null":
      return null;
    case undefined:
    default:
      if (schema.format === "date") return "2026-02-15";
      return random.pick(texts);
  }
}
