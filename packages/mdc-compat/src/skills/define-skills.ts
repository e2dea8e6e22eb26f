import type { FormatLocation, RuleFormat } from "../model/dialect.ts";
import type { SkillHost, ToolSkills } from "../model/skill-host.ts";
import { createSkillCodec } from "./codec.ts";
import { createSkillSpec } from "./spec.ts";

/** The directory of skills that most tools share. */
export const sharedSkills = ".agents/skills";

/** What is special about the skills of a tool. `createSkillHost` fills in the rest. */
export type SkillRow = Pick<SkillHost, "id" | "title" | "dirs" | "source"> & Partial<SkillHost>;

/** Fills in the defaults: the tool owns directories with its name, reads the same ones at home, expands nothing. */
export function createSkillHost({ id, title, dirs, ...row }: SkillRow): SkillHost {
  const own = row.own ?? dirs.filter((dir) => dir.startsWith(`.${id}/`));
  return {
    personalDirs: dirs,
    ownPersonal: row.personalDirs === undefined ? own : [],
    keys: [],
    drops: [],
    expansions: [],
    limits: [],
    ...row,
    id,
    title,
    dirs,
    own,
  };
}

/** Creates the codec of a tool's skills, and the formats of the directories that the tool owns. */
export function defineSkills(row: SkillRow): ToolSkills & { readonly formats: readonly RuleFormat[] } {
  const host = createSkillHost(row);
  const codec = createSkillCodec(host);
  const [first, ...others] = [
    ...host.own.map((dir): FormatLocation => ({ dir, ...(host.nested === true && { nested: true }) })),
    ...host.ownPersonal.map((dir): FormatLocation => ({ dir, personal: true })),
  ];
  const formats = first === undefined ? [] : [{ spec: createSkillSpec(host), codec, locations: [first, ...others] as const }];
  return { host, codec, formats };
}
