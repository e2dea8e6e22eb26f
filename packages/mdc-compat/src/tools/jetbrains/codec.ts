import {
  nearestNames,
  printYaml,
  type FrontMatterSplit,
  type HeaderEntry,
  type Json,
  type RuleCodec,
  type YamlHeader,
} from "@precept/core";
import { createHeaderCodec } from "../../format/header-codec.ts";
import { jetbrainsDiagnostics } from "./diagnostics.ts";
import type { Header, HeaderReading, HeaderValues, PrintableRule } from "../../format/header-format.ts";
import { readAsYaml, readLineHeader, readLoosely } from "../../format/read-lines.ts";
import { createDialectReporter } from "../../format/report.ts";
import { readPatternValues } from "../../format/read-values.ts";
import { printBareGlobs } from "../../globs/rooted.ts";
import { jetbrainsSpec, jetbrainsTypes, toJetbrainsGlobs } from "./spec.ts";

/** Codec of the rules of JetBrains AI Assistant, `.aiassistant/rules/*.md`. */
export const jetbrains: RuleCodec = createHeaderCodec({
  spec: jetbrainsSpec,
  diagnostics: jetbrainsDiagnostics,
  accepts: (path) => /^[^/]+\.md$/i.test(path),
  ignored: (path) => (/\.md$/i.test(path) ? "AI Assistant documents no subdirectories of .aiassistant/rules" : undefined),
  readHeader,
  read,
  write,
});

function readHeader(split: FrontMatterSplit, file: string): YamlHeader {
  return readLineHeader(split, file, {
    read: (entry) => (entry.key === "patterns" ? readPatterns(entry) : readLoosely(entry)),
    report: createDialectReporter(jetbrainsDiagnostics),
    codes: { duplicateKey: "jetbrains/duplicate-key", notYaml: "jetbrains/not-yaml" },
    yamlOf: (header) => header.replace(/^patterns:.*$/m, "patterns:"),
  });
}

/** Reads a quoted string or a list, also of unquoted patterns, as YAML does. Other values are the rest of the line. */
function readPatterns(entry: HeaderEntry): Json {
  const value = readAsYaml(entry);
  if (value === null || typeof value === "string" || Array.isArray(value)) return value;
  const items = Array.from(entry.continuation.matchAll(/^[ \t]*-[ \t]+(.*)$/gm), ([, item = ""]) => item.trim());
  return entry.value === "" && items.length > 0 ? items : entry.value.replace(/\s+#.*$/, "");
}

function read(header: Header<typeof jetbrainsDiagnostics>): HeaderReading {
  if (header.hidesFrontMatter) header.report("jetbrains/unseen-front-matter");
  const instructions = header.value("instructions") ?? "";
  const globs = readPatternValues(header.value("patterns"));
  const description = typeof instructions === "object" ? "" : String(instructions);
  const { inclusion, enabled } = readType(header);
  if (inclusion === "fileMatch" && globs.length === 0) header.report("jetbrains/no-patterns", "apply");
  if (inclusion === "agentRequested" && description.trim() === "") header.report("jetbrains/no-instructions", "apply");
  return { inclusion, enabled, globs, description };
}

/** Returns `always`, the documented default, for unknown values. */
function readType(header: Header<typeof jetbrainsDiagnostics>): Required<Pick<HeaderReading, "inclusion" | "enabled">> {
  const value = header.value("apply") ?? "always";
  const type = typeof value === "string" ? value.trim().toLowerCase() : value;
  // YAML 1.1 reads `off` as false.
  if (type === "off" || type === false) return { inclusion: "always", enabled: false };
  const inclusion = typeof type === "string" && Object.hasOwn(jetbrainsTypes, type) ? jetbrainsTypes[type] : undefined;
  if (inclusion !== undefined) return { inclusion, enabled: true };
  const [nearest] = typeof type === "string" ? nearestNames(type, Object.keys(jetbrainsTypes)) : [];
  header.report("jetbrains/unknown-type", "apply", undefined, nearest && `Did you mean \`${nearest}\`?`);
  return { inclusion: "always", enabled: true };
}

function write({ inclusion, enabled, description, globs }: PrintableRule): HeaderValues {
  const type = Object.keys(jetbrainsTypes).find((key) => jetbrainsTypes[key] === inclusion) ?? "by model decision";
  return {
    apply: enabled ? type : "off",
    instructions: description === "" ? undefined : printYaml(description),
    patterns: inclusion === "fileMatch" ? printBareGlobs(globs.flatMap(toJetbrainsGlobs)) : undefined,
  };
}
