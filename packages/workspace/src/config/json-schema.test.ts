import { expect, it } from "vitest";
import { configJsonSchema } from "./json-schema.ts";

interface Described {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Described>>;
}

it("the JSON Schema of the configuration describes every setting, requires none and allows no others", () => {
  const schema = configJsonSchema() as Described & { readonly required?: unknown; readonly additionalProperties?: unknown };
  expect(schema.required).toBeUndefined();
  expect(schema.additionalProperties).toBe(false);
  const settings = Object.values(schema.properties ?? {}).flatMap((one) => [one, ...Object.values(one.properties ?? {})]);
  expect(settings).toHaveLength(68);
  for (const { description } of settings) expect(description).toMatch(/\.$/);
  expect(schema.properties?.["budget"]?.properties?.["overflow"]).toMatchObject({ type: "string", enum: ["drop", "ellipsis"] });
});
