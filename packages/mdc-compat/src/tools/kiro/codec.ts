import { nearestNames, printYaml, splitGlobs, type Inclusion, type RuleCodec } from "@precept/core";
import { createHeaderCodec } from "../../format/header-codec.ts";
import { kiroDiagnostics } from "./diagnostics.ts";
import type { Header, HeaderReading, HeaderValues, PrintableRule } from "../../format/header-format.ts";
import { readStrings } from "../../format/read-values.ts";
import { fromRootedGlob, toRootedGlob } from "../../globs/rooted.ts";
import { kiroSpec } from "./spec.ts";

/** Codec of Kiro's steering files, `.kiro/steering/*.md`. */
export const kiro: RuleCodec = createHeaderCodec({
  spec: kiroSpec,
  diagnostics: kiroDiagnostics,
  accepts: (path) => isMarkdown(path) && !path.includes("/"),
  ignored: (path) => (isMarkdown(path) ? "Kiro does not read subdirectories of .kiro/steering" : undefined),
  read,
  write,
});

function isMarkdown(path: string): boolean {
  return /[^/]\.md$/i.test(path);
}

const inclusions: Readonly<Record<string, Inclusion>> = {
  always: "always",
  fileMatch: "fileMatch",
  manual: "manual",
  auto: "agentRequested",
};

function read(header: Header<typeof kiroDiagnostics>): HeaderReading {
  if (header.hidesFrontMatter) header.report("kiro/unseen-front-matter");
  // Kiro ignores front matter that is not valid (https://github.com/aws/amazon-q-developer-cli/pull/3047).
  if (header.hasFrontMatter && !header.isReadable) header.report("kiro/unreadable");
  const inclusion = readInclusion(header);
  const globs = readPatterns(header, inclusion);
  const name = header.string("name") ?? "";
  const description = header.string("description") ?? "";
  const hasName = name.trim() !== "";
  if (inclusion === "agentRequested" && !(hasName && description.trim() !== ""))
    header.report("kiro/incomplete-auto", "inclusion");
  // For other inclusions Kiro ignores `name` and uses the file name.
  return { inclusion, globs, description, ...(inclusion === "agentRequested" && hasName && { name }) };
}

/** Returns `always`, Kiro's default, for unknown values. Kiro does not document how it handles them. */
function readInclusion(header: Header<typeof kiroDiagnostics>): Inclusion {
  const value = header.value("inclusion") ?? "always";
  const inclusion = typeof value === "string" && Object.hasOwn(inclusions, value) ? inclusions[value] : undefined;
  if (inclusion !== undefined) return inclusion;
  const [nearest] = typeof value === "string" ? nearestNames(value, Object.keys(inclusions)) : [];
  header.report("kiro/unknown-inclusion", "inclusion", undefined, nearest && `Did you mean \`${nearest}\`?`);
  return "always";
}

/** Reads `fileMatchPattern`. Kiro does not split it at commas: https://github.com/kirodotdev/Kiro/issues/11095 */
function readPatterns(header: Header<typeof kiroDiagnostics>, inclusion: Inclusion): readonly string[] {
  const patterns = readStrings(header.value("fileMatchPattern"));
  if (inclusion !== "fileMatch") {
    if (patterns.length > 0) header.report("kiro/ignored-patterns", "fileMatchPattern");
  } else if (patterns.length === 0) header.report("kiro/no-patterns", "inclusion");
  else if (isPersonal(header.file)) header.report("kiro/personal-file-match", "inclusion");
  const separate = patterns.flatMap(splitGlobs);
  if (separate.length > patterns.length) header.reportFixable("kiro/comma-patterns", "fileMatchPattern", printYaml(separate));
  return patterns.map(fromRootedGlob);
}

/**
 * Whether a file is in the user's own steering directory, where `fileMatch` does not trigger
 * (https://github.com/kirodotdev/Kiro/issues/9176). Such a file is outside the project, so its path is absolute.
 */
function isPersonal(file: string): boolean {
  return /^(?:~|\/|[A-Za-z]:\/).*\/\.kiro\/steering\/[^/]+$/.test(file.replaceAll("\\", "/"));
}

function write({ inclusion, name, description, globs }: PrintableRule): HeaderValues {
  const value = Object.keys(inclusions).find((key) => inclusions[key] === inclusion) ?? "auto";
  const patterns = globs.map(toRootedGlob);
  return {
    inclusion: value,
    fileMatchPattern: inclusion === "fileMatch" ? printYaml(patterns.length === 1 ? (patterns[0] ?? "") : patterns) : undefined,
    name: value === "auto" ? printYaml(name) : undefined,
    description: description === "" ? undefined : printYaml(description),
  };
}
