import { readHeaderLines, splitFrontMatter, type RuleCodec } from "@precept/core";
import { mdc } from "../goagent/codec.ts";
import { precept } from "./codec.ts";

/**
 * Codec for a directory with both native and `.mdc` rules: detects the format of each file. A Markdown file whose front
 * matter has a `name` is a native rule; every other file is read as `.mdc`.
 *
 * @example
 * ```ts
 * import { autoCodec } from "@precept/mdc-compat";
 *
 * const text = "---\nname: style\ndescription: Code style\n---\n";
 * const { dialect, draft } = autoCodec.parse({ text, path: "style.md", file: "style.md" });
 * console.log(dialect, draft?.name); // precept style
 * ```
 */
export const autoCodec: RuleCodec = {
  id: "any",
  title: "rule",
  extensions: [".md", ".mdc"],
  maxBytes: precept.maxBytes,
  parse(file) {
    const codec = detectCodec(file.path, file.text);
    return { ...codec.parse(file), dialect: codec.id };
  },
  print: (rule, original) => (rule.origin.dialect === mdc.id ? mdc : precept).print(rule, original),
};

function detectCodec(path: string, text: string): RuleCodec {
  if (path.toLowerCase().endsWith(".mdc")) return mdc;
  const { entries } = readHeaderLines(splitFrontMatter(text).header);
  return entries.some((entry) => entry.key === "name") ? precept : mdc;
}
