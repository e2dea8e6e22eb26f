import { printYaml, type FrontMatterSplit, type HeaderEntry, type Json, type RuleCodec, type YamlHeader } from "@precept/core";
import { createHeaderCodec } from "../../format/header-codec.ts";
import { traeDiagnostics } from "./diagnostics.ts";
import type { Header, HeaderReading, HeaderValues, PrintableRule } from "../../format/header-format.ts";
import { readAsYaml, readLineHeader, readLoosely } from "../../format/read-lines.ts";
import { createDialectReporter } from "../../format/report.ts";
import { readPatternValues } from "../../format/read-values.ts";
import { fromRootedGlob, printBareGlobs, toRootedGlobs } from "../../globs/rooted.ts";
import { traeSpec } from "./spec.ts";

/**
 * Codec of Trae's project rules, `.trae/rules/**\/*.md`. The documentation does not specify the delimiters of front
 * matter. Trae's editor writes `---` on the first line.
 */
export const trae: RuleCodec = createHeaderCodec({
  spec: traeSpec,
  diagnostics: traeDiagnostics,
  accepts: (path) => isMarkdown(path) && !isTooDeep(path),
  ignored: (path) =>
    isMarkdown(path) && isTooDeep(path) ? "Trae reads only three levels of subdirectories of .trae/rules" : undefined,
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

function readHeader(split: FrontMatterSplit, file: string): YamlHeader {
  return readLineHeader(split, file, {
    read: (entry) => (entry.key === "globs" ? readGlobs(entry) : readLoosely(entry)),
    report: createDialectReporter(traeDiagnostics),
    codes: { duplicateKey: "trae/duplicate-key", notYaml: "trae/not-yaml" },
  });
}

/** Reads a quoted string or a list as YAML does. Any other value is the rest of its line. */
function readGlobs(entry: HeaderEntry): Json {
  const value = readAsYaml(entry);
  return value === null || typeof value === "string" || Array.isArray(value) ? value : entry.value.replace(/\s+#.*$/, "");
}

function read(header: Header<typeof traeDiagnostics>): HeaderReading {
  const alwaysApply = header.value("alwaysApply");
  const description = header.value("description") ?? null;
  const globs = readPatternValues(header.value("globs")).map(fromRootedGlob);
  const fields = { globs, description: typeof description === "object" ? "" : String(description) };
  // Files without front matter are not documented. In early versions all files were like that, and always applied.
  if (!header.hasFrontMatter) {
    header.report(header.hidesFrontMatter ? "trae/unseen-front-matter" : "trae/no-front-matter");
    return { ...fields, inclusion: "always" };
  }
  if (alwaysApply === true) {
    if (globs.length > 0) header.report("trae/ignored-globs", "globs");
    return { ...fields, inclusion: "always" };
  }
  if (alwaysApply !== undefined && alwaysApply !== null && alwaysApply !== false) {
    header.report("trae/always-apply", "alwaysApply");
  }
  if (globs.length > 0) return { ...fields, inclusion: "fileMatch" };
  return { ...fields, inclusion: fields.description.trim() === "" ? "manual" : "agentRequested" };
}

function write({ inclusion, description, globs }: PrintableRule): HeaderValues {
  return {
    alwaysApply: String(inclusion === "always"),
    description: inclusion === "manual" || description === "" ? undefined : printYaml(description),
    globs: inclusion === "fileMatch" ? printBareGlobs(globs.flatMap(toRootedGlobs)) : undefined,
  };
}
