import { descriptionOf, nativeHeaderSchema } from "@precept/core";
import { toJSONSchema } from "zod/v4/core";
import { page, table } from "./markdown.ts";

export function ruleFileReference(): string {
  const required = new Set(jsonSchema().required);
  return page(
    "Rule files",
    "A native rule is a Markdown file with YAML front matter. There is a [JSON Schema](../../packages/mdc-compat/schemas/precept.json) of the front " +
      "matter for editors. Keys that are not in this table become metadata.",
    table(
      ["key", "meaning"],
      Object.entries(nativeHeaderSchema.shape).map(([key, schema]) => [
        `\`${key}\`${required.has(key) ? " (required)" : ""}`,
        descriptionOf(schema),
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
  return `${JSON.stringify({ title: "Front matter of a native Precept rule", ...jsonSchema() }, undefined, 2)}\n`;
}

function jsonSchema() {
  return toJSONSchema(nativeHeaderSchema, { io: "input", unrepresentable: "any" });
}
