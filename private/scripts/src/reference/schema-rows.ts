/** The part of a JSON Schema that the page shows. */
export interface Schema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** A row for each setting of a configuration, and for those of its sections. */
export function rowsOf({ properties = {} }: Schema, above = ""): string[][] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const row = [`\`${above}${key}\``, schema.properties === undefined ? valueOf(schema) : "", schema.description ?? ""];
    const items = schema.items?.properties === undefined ? [] : rowsOf(schema.items, `${above}${key}[].`);
    return [row, ...rowsOf(schema, `${above}${key}.`), ...items];
  });
}

function valueOf({ type, enum: choices, anyOf }: Schema): string {
  if (choices !== undefined) return choices.map((choice) => `\`${String(choice)}\``).join(", ");
  if (anyOf !== undefined) return anyOf.map(valueOf).join(" or ");
  return typeof type === "string" ? type : (type ?? []).join(" or ");
}
