import { serverConfigJsonSchema, serverVariables } from "@precept/server";
import { page, table } from "./markdown.ts";
import { rowsOf, type Schema } from "./schema-rows.ts";

/** The page about the settings and the environment variables of the server. */
export function serverConfigurationReference(): string {
  return page(
    "Configuration of the server",
    "`precept serve` reads `~/.precept/server.yaml`, or the file that `--config` names. All keys are optional. Paths in it are relative to its directory. " +
      "[`server-config.schema.json`](server-config.schema.json) is a JSON Schema for editors. Options of the command line take precedence over " +
      "environment variables, which take precedence over the file. The server does not start if a setting is not valid, and names every mistake.",
    table(["key", "value", "meaning"], rowsOf(serverConfigJsonSchema() as Schema)),
    "## Environment variables",
    table(
      ["variable", "setting"],
      serverVariables.map(({ name, path }) => [`\`${name}\``, `\`${path.join(".")}\``]),
    ),
    "Lists are separated by commas; directories (`PRECEPT_SERVER_PROJECTS`, `PRECEPT_SERVER_TRUSTED_DIRS`) as in `PATH`. An empty variable counts as unset.",
  );
}

export function serverConfigurationSchema(): string {
  return `${JSON.stringify(serverConfigJsonSchema(), undefined, 2)}\n`;
}
