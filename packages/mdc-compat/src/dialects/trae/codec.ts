import {
  printYaml,
  readYamlHeader,
  type FrontMatterSplit,
  type HeaderEntry,
  type Json,
  type RuleCodec,
  type YamlHeader,
} from "@precept/core";
import { report } from "../../diagnostic-catalogue.ts";
import { createHeaderCodec } from "../../format/header-codec.ts";
import type { Header, HeaderReading, PrintableRule } from "../../format/header-format.ts";
import { readAsYaml, readLines, readLoosely } from "../../format/read-lines.ts";
import { splitStrictly } from "../../format/split-strictly.ts";
import { isUnseen } from "../../format/unseen.ts";
import { patternsIn } from "../../format/values.ts";
import { printBareGlobs } from "../../globs/print-bare.ts";
import { fromRootedGlob, toRootedGlobs } from "../../globs/rooted.ts";
import { traeFacts } from "./facts.ts";

/** Trae's project rules, `.trae/rules/**\/*.md`. */
export const trae: RuleCodec = createHeaderCodec({
  facts: traeFacts,
  extensions: [".md"],
  accepts: (path) => isMarkdown(path) && !isTooDeep(path),
  ignored: (path) =>
    isMarkdown(path) && isTooDeep(path) ? "Trae reads three levels of directories below .trae/rules" : undefined,
  // Not documented; `---` on the first line is what its editor writes.
  split: splitStrictly,
  readHeader,
  read,
  write,
});

function isMarkdown(path: string): boolean {
  return /[^/]\.md$/i.test(path);
}

function isTooDeep(path: string): boolean {
  return path.split("/").length > 4;
}

/** Trae's editor writes patterns bare, which to YAML is an error more often than not. */
function readHeader(split: FrontMatterSplit, file: string): YamlHeader {
  const { entries, repeated } = readLines(split, (entry) => (entry.key === "globs" ? readGlobs(entry) : readLoosely(entry)));
  const [problem] = readYamlHeader(split.header, split.headerLine, file).diagnostics;
  return {
    entries,
    diagnostics: [
      ...repeated.map(({ key, line, column }) =>
        report("trae/duplicate-key", { file, line, column }, `"${key}" is written twice; the first line counts.`),
      ),
      ...(problem === undefined || repeated.length > 0 ? [] : [report("trae/not-yaml", problem)]),
    ],
  };
}

/** A text in quotes, or a list, as YAML reads it; anything else is the rest of its line. */
function readGlobs(entry: HeaderEntry): Json {
  const value = readAsYaml(entry);
  return value === null || typeof value === "string" || Array.isArray(value) ? value : entry.value.replace(/\s+#.*$/, "");
}

function read(header: Header): HeaderReading {
  const written = header.value("alwaysApply");
  const description = header.value("description") ?? null;
  const globs = patternsIn(header.value("globs")).map(fromRootedGlob);
  const said = { globs, description: typeof description === "object" ? "" : String(description) };
  // What a file without a front matter does is not documented. Once there were no others, and they always applied.
  if (!header.isThere) {
    header.report(isUnseen(header) ? "trae/unseen-front-matter" : "trae/no-front-matter");
    return { ...said, inclusion: "always" };
  }
  if (written === true) {
    if (globs.length > 0) header.report("trae/ignored-globs", "globs");
    return { ...said, inclusion: "always" };
  }
  if (written !== undefined && written !== null && written !== false) header.report("trae/always-apply", "alwaysApply");
  if (globs.length > 0) return { ...said, inclusion: "fileMatch" };
  return { ...said, inclusion: said.description.trim() === "" ? "manual" : "agentRequested" };
}

function write({ inclusion, description, globs }: PrintableRule): Readonly<Record<string, string | undefined>> {
  return {
    alwaysApply: String(inclusion === "always"),
    description: inclusion === "manual" || description === "" ? undefined : printYaml(description),
    globs: inclusion === "fileMatch" ? printBareGlobs(globs.flatMap(toRootedGlobs)) : undefined,
  };
}
