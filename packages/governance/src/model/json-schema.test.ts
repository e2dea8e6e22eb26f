import { expect, it } from "vitest";
import { policyJsonSchema } from "./json-schema.ts";

interface Described {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Described>>;
}

it("the JSON Schema of a policy describes every key, requires three of them and rejects unknown ones", () => {
  const schema = policyJsonSchema() as Described & { readonly required?: unknown; readonly additionalProperties?: unknown };
  expect(schema.required).toEqual(["id", "severity", "message"]);
  expect(schema.additionalProperties).toBe(false);
  const keys = Object.entries(schema.properties ?? {});
  expect(keys.map(([key]) => key)).toHaveLength(16);
  for (const [key, { description, properties }] of keys) {
    expect(description ?? `${key} has none`).toMatch(/\.$/);
    if (key === "tests") continue;
    for (const [inner, described] of Object.entries(properties ?? {})) {
      expect(described.description ?? `${key}.${inner} has none`).toMatch(/\.$/);
    }
  }
});
