import { configJsonSchema, configPath } from "@precept/workspace";
import { page, table } from "./markdown.ts";

/** As much of a JSON Schema as the page shows. */
interface Schema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

export function configurationReference(): string {
  return page(
    "Configuration",
    `A project may have a \`${configPath}\`. Every key may be left out; what is wrong is reported, and what is right beside it is used. ` +
      "[`config.schema.json`](config.schema.json) describes the file to editors. Options on the command line and the environment win over it.",
    table(["key", "value", "meaning"], rowsOf(configJsonSchema() as Schema)),
  );
}

export function configurationSchema(): string {
  return `${JSON.stringify(configJsonSchema(), undefined, 2)}\n`;
}

function rowsOf({ properties = {} }: Schema, above = ""): string[][] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const row = [`\`${above}${key}\``, schema.properties === undefined ? valueOf(schema) : "", schema.description ?? ""];
    return [row, ...rowsOf(schema, `${above}${key}.`)];
  });
}

function valueOf({ type, enum: choices, anyOf }: Schema): string {
  if (choices !== undefined) return choices.map((choice) => `\`${String(choice)}\``).join(", ");
  if (anyOf !== undefined) return anyOf.map(valueOf).join(" or ");
  return typeof type === "string" ? type : (type ?? []).join(" or ");
}
