import type { RuleCodec } from "@precept/core";
import type { DialectId } from "../model/dialect-id.ts";
import type { FormatLocation, RuleFormat } from "../model/dialect.ts";
import { createSkillCodec } from "./codec.ts";
import { sharedSkillHost, skillHosts } from "./skill-hosts.ts";
import { createSkillSpec } from "./spec.ts";

/** Codec of the skills that several tools share, `.agents/skills/NAME/SKILL.md`. */
export const skill: RuleCodec = createSkillCodec(sharedSkillHost);

const codecs = new Map(skillHosts.map((host) => [host.id, host === sharedSkillHost ? skill : createSkillCodec(host)]));

/** Returns the codec of the skills of a tool. Undefined if the tool reads no skills. */
export function findSkillCodec(id: DialectId): RuleCodec | undefined {
  return codecs.get(id);
}

/** Returns the format of the skills in the directories that belong to a tool; none if it has no directory of its own. */
export function skillFormats(id: DialectId): readonly RuleFormat[] {
  const host = skillHosts.find((one) => one.id === id);
  const codec = codecs.get(id);
  if (host === undefined || codec === undefined) return [];
  const [first, ...others] = [
    ...host.own.map((dir): FormatLocation => ({ dir, ...(host.nested === true && { nested: true }) })),
    ...host.ownPersonal.map((dir): FormatLocation => ({ dir, personal: true })),
  ];
  return first === undefined ? [] : [{ spec: createSkillSpec(host), codec, locations: [first, ...others] }];
}
