import { parseNativeRule, printNativeRule, type RuleCodec } from "@precept/core";

/** Precept's own rule files: Markdown below a YAML front matter with at least `name` and `description`. */
export const precept: RuleCodec = {
  id: "precept",
  title: "Precept",
  extensions: [".md"],
  maxBytes: 1_048_576,
  ignored: (path) =>
    path.toLowerCase().endsWith(".mdc") ? "native rules end in .md; rename the file and give it a `name`" : undefined,
  parse: parseNativeRule,
  print: printNativeRule,
};
