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

/** Every type but an enumeration includes null, the value of a key that is left empty. */
function createTypeSchema({ type }: KeySpec): object {
  if (typeof type !== "string") return { enum: type };
  switch (type) {
    case "string":
      return { type: ["string", "null"] };
    case "boolean":
      return { type: ["boolean", "null"] };
    case "strings":
      return { type: ["array", "null"], items: { type: "string" } };
    case "mapping":
      return { type: ["object", "null"] };
    case "string or strings":
      return { type: ["string", "array", "null"], items: { type: "string" } };
  }
}
