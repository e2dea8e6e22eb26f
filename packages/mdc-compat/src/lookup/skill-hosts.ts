import type { RuleCodec } from "@precept/core";
import type { SkillHost } from "../model/skill-host.ts";
import { ruleFiles } from "../tables/rule-files.ts";
import type { DialectId } from "../tools.ts";

/** How each tool reads skills, without the tools that read none. */
export const skillHosts: readonly SkillHost[] = Object.values(ruleFiles).flatMap(({ skills }) => skills?.host ?? []);

/** Returns how a tool reads skills. Undefined if the tool reads none. */
export function findSkillHost(id: DialectId): SkillHost | undefined {
  return ruleFiles[id].skills?.host;
}

/** Returns the codec of the skills of a tool. Undefined if the tool reads no skills. */
export function findSkillCodec(id: DialectId): RuleCodec | undefined {
  return ruleFiles[id].skills?.codec;
}

/** Whether a tool reads a file at this path, relative to the project, as a skill. */
export function readsSkill({ dirs, nested = false }: SkillHost, path: string): boolean {
  return dirs.some((dir) => path.startsWith(`${dir}/`) || (nested && path.includes(`/${dir}/`)));
}
