import { configJsonSchema, configPath, userConfigJsonSchema } from "@precept/workspace";
import { page, table } from "./markdown.ts";

/** The part of a JSON Schema that the page shows. */
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
    `A project is configured in \`${configPath}\`. All keys are optional. An invalid value is reported and ignored; the others are used. ` +
      "[`config.schema.json`](config.schema.json) is a JSON Schema for editors. Command-line options and environment variables take precedence.",
    table(["key", "value", "meaning"], rowsOf(configJsonSchema() as Schema)),
    "## User configuration",
    "`~/.precept/config.yaml`, or `config.yaml` in the directory that `PRECEPT_HOME` names, sets what the user allows in all projects. " +
      "A project cannot extend it: see [security](../security.md).",
    table(["key", "value", "meaning"], rowsOf(userConfigJsonSchema() as Schema)),
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
