import { parseNativeRule, printNativeRule, type RuleCodec } from "@precept/core";

/** Codec of Precept's own rule files: Markdown with YAML front matter that has at least `name` and `description`. */
export const precept: RuleCodec = {
  id: "precept",
  title: "Precept",
  extensions: [".md"],
  maxBytes: 1_048_576,
  ignored: (path) =>
    path.toLowerCase().endsWith(".mdc")
      ? "native rule files have the extension .md; rename the file and add a `name`"
      : undefined,
  parse: parseNativeRule,
  print: printNativeRule,
};
