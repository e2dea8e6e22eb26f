import { configJsonSchema, configPath, userConfigJsonSchema } from "@precept/workspace";
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
    "## The user's own configuration",
    "`~/.precept/config.yaml`, or `config.yaml` in the directory that `PRECEPT_HOME` names, says what the user allows in every project. " +
      "No project can add to it. [Security](../security.md) says what that means.",
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
