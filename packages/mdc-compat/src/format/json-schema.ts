import type { FormatSpec, KeySpec } from "../model/spec.ts";

/** The subset of JSON Schema that front matter needs. */
export interface HeaderSchema {
  readonly $schema: string;
  readonly title: string;
  readonly type: "object";
  readonly properties: Readonly<Record<string, object>>;
  /** Always true: tools ignore keys that they do not know. */
  readonly additionalProperties: boolean;
}

/**
 * Creates a JSON Schema for the front matter of a format, for completion and validation in editors.
 *
 * @example
 * ```ts
 * import { createHeaderSchema, findDialect } from "@precept/mdc-compat";
 *
 * const [format] = findDialect("cursor")?.formats ?? [];
 * if (format !== undefined) console.log(JSON.stringify(createHeaderSchema(format.spec)));
 * ```
 */
export function createHeaderSchema({ title, keys }: FormatSpec): HeaderSchema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `Front matter of ${title} rule files`,
    type: "object",
    properties: Object.fromEntries(keys.map((key) => [key.name, { description: key.description, ...createTypeSchema(key) }])),
    additionalProperties: true,
  };
}

/** The schema of each type. It includes null, the value of a key that is left empty. */
const typeSchemas: Readonly<Record<Extract<KeySpec["type"], string>, object>> = {
  string: { type: ["string", "null"] },
  boolean: { type: ["boolean", "null"] },
  strings: { type: ["array", "null"], items: { type: "string" } },
  mapping: { type: ["object", "null"] },
  "string or strings": { type: ["string", "array", "null"], items: { type: "string" } },
};

function createTypeSchema({ type }: KeySpec): object {
  return typeof type === "string" ? typeSchemas[type] : { enum: type };
}
