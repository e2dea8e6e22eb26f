import { printYaml, type RuleCodec } from "@precept/core";
import { createHeaderCodec } from "../../format/header-codec.ts";
import { codebuddyDiagnostics } from "./diagnostics.ts";
import type { Header, HeaderReading, HeaderValues, PrintableRule } from "../../format/header-format.ts";
import { readPatternValues } from "../../format/read-values.ts";
import { getRuleName } from "../../format/rule-name.ts";
import { fromRootedGlob, toRootedGlob } from "../../globs/rooted.ts";
import { codebuddySpec } from "./spec.ts";

const extensions = [".md", ".mdc"];

/** Codec of CodeBuddy's rules: `.codebuddy/rules/*.md`, and the folders `.codebuddy/rules/NAME/RULE.mdc` of the IDE. */
export const codebuddy: RuleCodec = createHeaderCodec({
  spec: codebuddySpec,
  diagnostics: codebuddyDiagnostics,
  extensions,
  accepts: (path) => /^[^/]+\.mdc?$|^[^/]+\/RULE\.mdc$/i.test(path),
  ignored: (path) =>
    /\.mdc?$/i.test(path) ? "in subdirectories of .codebuddy/rules, CodeBuddy reads only NAME/RULE.mdc" : undefined,
  read,
  write,
  getName: (path) => (/\/RULE\.mdc$/i.test(path) ? (path.split("/").at(-2) ?? path) : getRuleName(path, extensions)),
});

function read(header: Header<typeof codebuddyDiagnostics>): HeaderReading {
  if (header.hidesFrontMatter) header.report("codebuddy/unseen-front-matter");
  if (header.hasFrontMatter && !header.isReadable) header.report("codebuddy/unreadable");
  const globs = readPatternValues(header.value("paths")).map(fromRootedGlob);
  const description = header.string("description") ?? "";
  const alwaysApply = header.value("alwaysApply");
  if (alwaysApply !== undefined && alwaysApply !== null && typeof alwaysApply !== "boolean") {
    header.report("codebuddy/always-apply", "alwaysApply");
  }
  const fields = { globs, description, enabled: header.value("enabled") !== false };
  if (alwaysApply === true) return { ...fields, inclusion: "always" };
  if (globs.length > 0) return { ...fields, inclusion: "fileMatch" };
  if (alwaysApply !== false) return { ...fields, inclusion: "always" };
  return { ...fields, inclusion: description.trim() === "" ? "manual" : "agentRequested" };
}

function write({ inclusion, description, globs, enabled }: PrintableRule): HeaderValues {
  return {
    description: inclusion === "manual" || description === "" ? undefined : printYaml(description),
    alwaysApply: String(inclusion === "always"),
    paths: inclusion === "fileMatch" ? printYaml(globs.map(toRootedGlob)) : undefined,
    enabled: enabled ? undefined : "false",
  };
}
