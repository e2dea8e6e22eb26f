import { printYaml, splitGlobs, type RuleCodec } from "@precept/core";
import { createHeaderCodec } from "../../format/header-codec.ts";
import { qwenDiagnostics } from "./diagnostics.ts";
import type { Header, HeaderReading, PrintableRule } from "../../format/header-format.ts";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { readStrings } from "../../format/read-values.ts";
import { splitStrictly } from "../../format/split-strictly.ts";
import { hasUndetectedFrontMatter } from "../../format/undetected-front-matter.ts";
import { fromRootedGlob, toRootedGlob } from "../../globs/rooted.ts";
import { qwenMemorySpec, qwenSpec } from "./spec.ts";

/** Codec of Qwen Code's rules, `.qwen/rules/**\/*.md`. */
export const qwen: RuleCodec = createHeaderCodec({
  spec: qwenSpec,
  diagnostics: qwenDiagnostics,
  extensions: [".md"],
  split: (text) => splitStrictly(text, { empty: false }),
  read,
  write,
});

/** Codec of `QWEN.md`, which is plain text. */
export const qwenMemory: RuleCodec = createPlainCodec({ spec: qwenMemorySpec, extensions: [".md"], imports: true });

/** If Qwen Code cannot use the front matter, the rule always applies. */
function read(header: Header<typeof qwenDiagnostics>): HeaderReading {
  if (hasUndetectedFrontMatter(header)) header.report("qwen/unseen-front-matter");
  if (header.hasFrontMatter && !header.isReadable) header.report("qwen/unreadable");
  const value = header.value("paths");
  const patterns = readStrings(value);
  if (typeof value === "string" && splitGlobs(value).length > 1)
    header.reportFixable("qwen/comma-paths", "paths", printYaml(splitGlobs(value)));
  const description = header.value("description");
  return {
    inclusion: patterns.length === 0 ? "always" : "fileMatch",
    globs: patterns.map(fromRootedGlob),
    description: typeof description === "string" ? description : "",
  };
}

function write({ inclusion, description, globs }: PrintableRule): Readonly<Record<string, string | undefined>> {
  return {
    description: description === "" ? undefined : printYaml(description),
    paths: inclusion === "fileMatch" ? printYaml(globs.map(toRootedGlob)) : undefined,
  };
}
