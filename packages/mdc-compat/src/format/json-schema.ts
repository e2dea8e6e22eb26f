import type { FormatFacts, KeyFacts } from "./facts.ts";

/** A JSON Schema, as far as front matters need one. */
export interface HeaderSchema {
  readonly $schema: string;
  readonly title: string;
  readonly type: "object";
  readonly properties: Readonly<Record<string, object>>;
  /** Tools pass over keys that they do not know. */
  readonly additionalProperties: boolean;
}

/** What an editor may know about the front matter of a format. */
export function headerSchema({ title, keys }: FormatFacts): HeaderSchema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `Front matter of a rule file of ${title}`,
    type: "object",
    properties: Object.fromEntries(keys.map((key) => [key.name, { description: key.meaning, ...typeOf(key) }])),
    additionalProperties: true,
  };
}

/** A key that is written and left empty is null to every reader of YAML. */
function typeOf({ type }: KeyFacts): object {
  if (typeof type !== "string") return { enum: type };
  switch (type) {
    case "text":
      return { type: ["string", "null"] };
    case "flag":
      return { type: ["boolean", "null"] };
    case "texts":
      return { type: ["array", "null"], items: { type: "string" } };
    case "text or texts":
      return { type: ["string", "array", "null"], items: { type: "string" } };
  }
}
