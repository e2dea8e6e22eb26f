import { readHeaderLines, splitFrontMatter, type RuleCodec } from "@precept/core";
import { mdc } from "./dialects/cursor/codec.ts";
import { precept } from "./dialects/precept/codec.ts";

/**
 * Reads a directory that holds files of several dialects: a Markdown file that declares a `name` is a native rule, everything else is read
 * as `.mdc`.
 */
export const anyDialect: RuleCodec = {
  id: "any",
  title: "rule",
  extensions: [".md", ".mdc"],
  maxBytes: precept.maxBytes,
  parse(file) {
    const codec = codecFor(file.path, file.text);
    return { ...codec.parse(file), dialect: codec.id };
  },
  print: (rule, original) => (rule.origin.dialect === mdc.id ? mdc : precept).print(rule, original),
};

function codecFor(path: string, text: string): RuleCodec {
  if (path.toLowerCase().endsWith(".mdc")) return mdc;
  const { entries } = readHeaderLines(splitFrontMatter(text).header);
  return entries.some((entry) => entry.key === "name") ? precept : mdc;
}
