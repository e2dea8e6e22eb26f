import { descriptionOf, nativeHeaderSchema } from "@precept/core";
import { ruleLocations } from "@precept/mdc-compat";
import { toJSONSchema } from "zod/v4/core";
import { page, table } from "./markdown.ts";

export function ruleFileReference(): string {
  const required = new Set(jsonSchema().required);
  return page(
    "Rule files",
    "A native rule is a Markdown file with a YAML front matter. [`native-rule.schema.json`](native-rule.schema.json) describes the front " +
      "matter to editors. A key that is not in this table is kept as metadata.",
    table(
      ["key", "meaning"],
      Object.entries(nativeHeaderSchema.shape).map(([key, schema]) => [
        `\`${key}\`${required.has(key) ? " (required)" : ""}`,
        descriptionOf(schema),
      ]),
    ),
    "## Where rule files are found",
    "In the project, and in every directory below it, whose rules then govern that directory alone:",
    table(
      ["directory", "format", "files", "limit"],
      ruleLocations.map(({ dir, codec }) => [
        `\`${dir}\``,
        codec.title,
        codec.extensions.map((extension) => `\`${extension}\``).join(", "),
        `${codec.maxBytes / 1024} KiB`,
      ]),
    ),
    "Besides: a personal overlay in `.precept/local/rules`, a person's own rules in `~/.precept/users/ID/rules` (user scope) and rules for " +
      "everything in `~/.precept/rules` (global scope), all native.",
  );
}

export function nativeRuleSchema(): string {
  return `${JSON.stringify({ title: "Front matter of a native Precept rule", ...jsonSchema() }, undefined, 2)}\n`;
}

function jsonSchema() {
  return toJSONSchema(nativeHeaderSchema, { io: "input", unrepresentable: "any" });
}
