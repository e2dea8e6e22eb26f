import { nearestNames, printYaml, splitGlobs, type Inclusion, type Json, type RuleCodec } from "@precept/core";
import { createHeaderCodec } from "../../format/header-codec.ts";
import type { Header, HeaderReading, PrintableRule } from "../../format/header-format.ts";
import { splitStrictly } from "../../format/split-strictly.ts";
import { isUnseen } from "../../format/unseen.ts";
import { textsIn } from "../../format/values.ts";
import { fromRootedGlob, toRootedGlob } from "../../globs/rooted.ts";
import { kiroFacts } from "./facts.ts";

/** Kiro's steering files, `.kiro/steering/*.md`. */
export const kiro: RuleCodec = createHeaderCodec({
  facts: kiroFacts,
  extensions: [".md"],
  accepts: (path) => isMarkdown(path) && !path.includes("/"),
  ignored: (path) => (isMarkdown(path) ? "Kiro reads the files in .kiro/steering, and none in directories below it" : undefined),
  split: splitStrictly,
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

function read(header: Header): HeaderReading {
  if (isUnseen(header)) header.report("kiro/unseen-front-matter");
  // A front matter that can't be read counts as none (https://github.com/aws/amazon-q-developer-cli/pull/3047).
  if (header.isThere && !header.isReadable) header.report("kiro/unreadable");
  const inclusion = readInclusion(header);
  const globs = readPatterns(header, inclusion);
  const name = header.value("name");
  const description = header.value("description");
  if (inclusion === "agentRequested" && !(isFilled(name) && isFilled(description)))
    header.report("kiro/incomplete-auto", "inclusion");
  return {
    inclusion,
    globs,
    description: typeof description === "string" ? description : "",
    // Elsewhere Kiro takes no notice of it, and calls the file by its own name.
    ...(inclusion === "agentRequested" && isFilled(name) && { name }),
  };
}

/** What Kiro makes of another word is not documented; without any, the file is always included. */
function readInclusion(header: Header): Inclusion {
  const written = header.value("inclusion") ?? "always";
  const inclusion = typeof written === "string" && Object.hasOwn(inclusions, written) ? inclusions[written] : undefined;
  if (inclusion !== undefined) return inclusion;
  const [meant] = typeof written === "string" ? nearestNames(written, Object.keys(inclusions)) : [];
  header.report("kiro/unknown-inclusion", "inclusion", undefined, meant && `Did you mean \`${meant}\`?`);
  return "always";
}

/** A text is one pattern, commas included (https://github.com/kirodotdev/Kiro/issues/11095). */
function readPatterns(header: Header, inclusion: Inclusion): readonly string[] {
  const patterns = textsIn(header.value("fileMatchPattern"));
  if (inclusion !== "fileMatch") {
    if (patterns.length > 0) header.report("kiro/ignored-patterns", "fileMatchPattern");
  } else if (patterns.length === 0) header.report("kiro/no-patterns", "inclusion");
  else if (isPersonal(header.file)) header.report("kiro/personal-file-match", "inclusion");
  const apart = patterns.flatMap(splitGlobs);
  if (apart.length > patterns.length) header.reportFixable("kiro/comma-patterns", "fileMatchPattern", printYaml(apart));
  return patterns.map(fromRootedGlob);
}

/**
 * Whether a path leads out of the project to a person's own steering files, in which `fileMatch` does not trigger
 * (https://github.com/kirodotdev/Kiro/issues/9176). Others keep their paths relative.
 */
function isPersonal(file: string): boolean {
  return /^(?:~|\/|[A-Za-z]:\/).*\/\.kiro\/steering\/[^/]+$/.test(file.replaceAll("\\", "/"));
}

function isFilled(value: Json | undefined): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function write({ inclusion, name, description, globs }: PrintableRule): Readonly<Record<string, string | undefined>> {
  const word = Object.keys(inclusions).find((key) => inclusions[key] === inclusion) ?? "auto";
  const patterns = globs.map(toRootedGlob);
  return {
    inclusion: word,
    fileMatchPattern: inclusion === "fileMatch" ? printYaml(patterns.length === 1 ? (patterns[0] ?? "") : patterns) : undefined,
    name: word === "auto" ? printYaml(name) : undefined,
    description: description === "" ? undefined : printYaml(description),
  };
}
