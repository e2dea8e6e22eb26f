import { printYaml, type Inclusion, type RuleCodec } from "@precept/core";
import { createHeaderCodec } from "../../format/header-codec.ts";
import { openhandsDiagnostics } from "./diagnostics.ts";
import type { Header, HeaderReading, HeaderValues, PrintableRule } from "../../format/header-format.ts";
import { readPatternValues, readStrings } from "../../format/read-values.ts";
import { getRuleName } from "../../format/rule-name.ts";
import { getSkillFolder } from "../../skills/skill-name.ts";
import { openhandsSpec, toOpenhandsGlob } from "./spec.ts";

/** Codec of OpenHands' rules (`.openhands/skills/*.md`, `.openhands/microagents/*.md`) and skills (`NAME/SKILL.md`). */
export const openhands: RuleCodec = createHeaderCodec({
  spec: openhandsSpec,
  diagnostics: openhandsDiagnostics,
  accepts: (path) => /^[^/]+\.md$/i.test(path) || isSkill(path),
  read,
  write,
  getName: (path) => (isSkill(path) ? getSkillFolder(path) : getRuleName(path, [".md"])),
});

function isSkill(path: string): boolean {
  return /^[^/]+\/SKILL\.md$/.test(path);
}

function read(header: Header<typeof openhandsDiagnostics>): HeaderReading {
  if (header.hasFrontMatter && !header.isReadable) header.report("openhands/unreadable");
  const globs = readPatternValues(header.value("paths"));
  const name = header.string("name") ?? "";
  return {
    inclusion: readInclusion(header, globs.length > 0),
    globs,
    description: header.string("description"),
    ...(name.trim() !== "" && { name }),
  };
}

function readInclusion(header: Header<typeof openhandsDiagnostics>, hasGlobs: boolean): Inclusion {
  if (isSkill(header.path) && header.value("disable-model-invocation") === true) return "manual";
  if (hasGlobs) return "fileMatch";
  if (isSkill(header.path)) return "agentRequested";
  // The words in `triggers` stay in the metadata of the rule.
  return readStrings(header.value("triggers")).length > 0 ? "relevant" : "always";
}

function write({ inclusion, description, globs }: PrintableRule): HeaderValues {
  return {
    description: description === "" ? undefined : printYaml(description),
    paths: inclusion === "fileMatch" ? printYaml(globs.map(toOpenhandsGlob)) : undefined,
  };
}
