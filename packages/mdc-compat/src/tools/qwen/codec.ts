import { printYaml, splitGlobs, type RuleCodec } from "@precept/core";
import { createHeaderCodec } from "../../format/header-codec.ts";
import { qwenDiagnostics } from "./diagnostics.ts";
import type { Header, HeaderReading, HeaderValues, PrintableRule } from "../../format/header-format.ts";
import { readStrings } from "../../format/read-values.ts";
import { splitStrictly } from "../../format/split-strictly.ts";
import { fromRootedGlob, toRootedGlob } from "../../globs/rooted.ts";
import { qwenSpec } from "./spec.ts";

/** Codec of Qwen Code's rules, `.qwen/rules/**\/*.md`. */
export const qwen: RuleCodec = createHeaderCodec({
  spec: qwenSpec,
  diagnostics: qwenDiagnostics,
  split: (text) => splitStrictly(text, { empty: false }),
  read,
  write,
});

/** If Qwen Code cannot use the front matter, the rule always applies. */
function read(header: Header<typeof qwenDiagnostics>): HeaderReading {
  if (header.hidesFrontMatter) header.report("qwen/unseen-front-matter");
  if (header.hasFrontMatter && !header.isReadable) header.report("qwen/unreadable");
  const value = header.value("paths");
  const patterns = readStrings(value);
  if (typeof value === "string" && splitGlobs(value).length > 1)
    header.reportFixable("qwen/comma-paths", "paths", printYaml(splitGlobs(value)));
  return {
    inclusion: patterns.length === 0 ? "always" : "fileMatch",
    globs: patterns.map(fromRootedGlob),
    description: header.string("description"),
  };
}

function write({ inclusion, description, globs }: PrintableRule): HeaderValues {
  return {
    description: description === "" ? undefined : printYaml(description),
    paths: inclusion === "fileMatch" ? printYaml(globs.map(toRootedGlob)) : undefined,
  };
}
