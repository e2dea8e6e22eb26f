import { nativeFields } from "@precept/core";
import { page, table } from "./markdown.ts";

const required: readonly string[] = ["name", "description"];

export function ruleFileReference(): string {
  return page(
    "Rule files",
    "A native rule is a Markdown file with YAML front matter. There is a [JSON Schema](../../packages/mdc-compat/schemas/precept.json) of the front " +
      "matter for editors. Keys that are not in this table become metadata.",
    table(
      ["key", "meaning"],
      Object.entries(nativeFields).map(([key, { description }]) => [
        `\`${key}\`${required.includes(key) ? " (required)" : ""}`,
        description,
      ]),
    ),
    "## Locations",
    "Native rules are in `.precept/rules` of the project, and of any directory below it; those apply to that directory only. " +
      "[Dialects](dialects.md) lists the locations of other tools' files.",
    "`.precept/local/rules` has the personal overlay, `~/.precept/users/ID/rules` the rules of a user (user scope), and `~/.precept/rules` the rules for " +
      "all projects (global scope).",
  );
}

export function nativeRuleSchema(): string {
  const properties = Object.entries(nativeFields).map(([key, { schema, description }]) => [key, { description, ...schema }]);
  const schema = {
    title: "Front matter of a native Precept rule",
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: Object.fromEntries(properties) as unknown,
    required,
  };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}
