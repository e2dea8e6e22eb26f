import { measureLength, printYaml, splitGlobs, type Inclusion } from "@precept/core";
import type { Header, HeaderReading } from "../format/header-format.ts";
import { readPatternValues } from "../format/read-values.ts";
import { fromRootedGlob } from "../globs/rooted.ts";
import type { skillDiagnostics } from "./skill-diagnostics.ts";
import type { SkillFault, SkillHost } from "../model/skill-host.ts";
import { getSkillFolder, isSkillName } from "./skill-name.ts";

type SkillHeader = Header<typeof skillDiagnostics>;

/** The largest description that every tool accepts. */
const maxDescription = 1024;

/** Reads a skill as its tool does, and reports what other tools would not accept. */
export function readSkill(header: SkillHeader, host: SkillHost): HeaderReading {
  if (header.hidesFrontMatter) header.report("skill/unseen-front-matter");
  if (header.hasFrontMatter && header.text.startsWith("\uFEFF")) header.report("skill/byte-order-mark");
  if (header.hasFrontMatter && !header.isReadable) header.report("skill/unreadable");
  const name = readText(header, "name");
  const description = readText(header, "description") ?? "";
  const faults = [...checkName(header, name), ...checkDescription(header, description, host), ...checkPaths(header, host)];
  const fault = faults.find((one) => host.drops.includes(one));
  if (fault !== undefined)
    header.report("skill/dropped", undefined, `${host.title} does not load this skill, because ${reasons[fault]}.`);
  const globs = host.keys.includes("paths") ? readPatternValues(header.value("paths")).map(fromRootedGlob) : [];
  return { inclusion: readInclusion(header, host, globs.length > 0), globs, description, name };
}

const reasons: Readonly<Record<SkillFault, string>> = {
  "no-description": "it has no description",
  "long-description": "its description is too long",
  "other-name": "its name is not the name of its folder",
  "bad-paths": "`paths` is not a list of patterns below the project",
};

function readInclusion(header: SkillHeader, { keys, hidesFromUser = false }: SkillHost, hasGlobs: boolean): Inclusion {
  const isManual = keys.includes("disable-model-invocation") && header.value("disable-model-invocation") === true;
  if (!isManual) return hasGlobs ? "fileMatch" : "agentRequested";
  const invocable = keys.includes("user-invocable") ? header.value("user-invocable") : true;
  if (invocable === false || (hidesFromUser && invocable !== true))
    header.report("skill/unreachable", "disable-model-invocation");
  return "manual";
}

function readText(header: SkillHeader, key: string): string | undefined {
  const value = header.string(key);
  return value?.trim() === "" ? undefined : value;
}

function checkName(header: SkillHeader, name: string | undefined): SkillFault[] {
  if (name === undefined) return [];
  if (!isSkillName(name)) header.report("skill/invalid-name", "name");
  // A file that is checked on its own has no folder.
  if (!header.path.includes("/") || name === getSkillFolder(header.path)) return [];
  header.report("skill/other-name", "name");
  return ["other-name"];
}

function checkDescription(header: SkillHeader, description: string, host: SkillHost): SkillFault[] {
  if (description === "") {
    header.report("skill/no-description");
    return ["no-description"];
  }
  const { length, unit } = host.maxDescription ?? { length: maxDescription, unit: "bytes" };
  if (measureLength(description, "bytes") > maxDescription) header.report("skill/long-description", "description");
  return measureLength(description, unit) > length ? ["long-description"] : [];
}

/** Qwen Code ignores a skill whose `paths` is not a list, or has a pattern that leads out of the project. */
function checkPaths(header: SkillHeader, { keys }: SkillHost): SkillFault[] {
  const value = header.value("paths");
  if (value === undefined || !keys.includes("paths")) return [];
  if (typeof value === "string") header.reportFixable("skill/paths-not-a-list", "paths", printYaml(splitGlobs(value)));
  else if (!Array.isArray(value)) header.report("skill/paths-not-a-list", "paths");
  else if (value.some((one) => typeof one === "string" && /^(?:\/|\.\.\/)/.test(one)))
    header.report("skill/outside-paths", "paths");
  else return [];
  return ["bad-paths"];
}
