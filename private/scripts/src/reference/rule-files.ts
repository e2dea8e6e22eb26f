import { descriptionOf, nativeHeaderSchema } from "@precept/core";
import { toJSONSchema } from "zod/v4/core";
import { page, table } from "./markdown.ts";

export function ruleFileReference(): string {
  const required = new Set(jsonSchema().required);
  return page(
    "Rule files",
    "A native rule is a Markdown file with a YAML front matter. [A JSON Schema](../../packages/mdc-compat/schemas/precept.json) " +
      "describes the front matter to editors. A key that is not in this table is kept as metadata.",
    table(
      ["key", "meaning"],
      Object.entries(nativeHeaderSchema.shape).map(([key, schema]) => [
        `\`${key}\`${required.has(key) ? " (required)" : ""}`,
        descriptionOf(schema),
      ]),
    ),
    "## Where rule files are found",
    "Native rules: in `.precept/rules` of the project, and of every directory below it, whose rules then govern that directory alone. " +
      "[Dialects](dialects.md) lists where the files of other tools are found.",
    "Besides: a personal overlay in `.precept/local/rules`, a person's own rules in `~/.precept/users/ID/rules` (user scope) and rules for " +
      "everything in `~/.precept/rules` (global scope), all native.",
  );
}

export function nativeRuleSchema(): string {
  return `${JSON.stringify({ title: "Front matter of a native rule of Precept", ...jsonSchema() }, undefined, 2)}\n`;
}

function jsonSchema() {
  return toJSONSchema(nativeHeaderSchema, { io: "input", unrepresentable: "any" });
}
