import { configJsonSchema, configPath, userConfigJsonSchema } from "@precept/workspace";
import { page, table } from "./markdown.ts";
import { rowsOf, type Schema } from "./schema-rows.ts";

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
