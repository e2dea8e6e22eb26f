import type { RuleCodec } from "@precept/core";
import { defineRuleFiles, own, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { createSkillCodec } from "../../skills/codec.ts";
import { createSkillHost, sharedSkills } from "../../skills/define-skills.ts";
import { bareArguments, commandsInText } from "../../skills/expansions.ts";
import { getSkillStem } from "../../skills/skill-name.ts";
import { createSkillSpec } from "../../skills/spec.ts";
import { zedSkillLimit } from "../zed/rule-files.ts";

const host = createSkillHost({
  id: "skill",
  title: "Agent Skills",
  dirs: [sharedSkills],
  own: [sharedSkills],
  nested: true,
  keys: ["paths", "disable-model-invocation", "user-invocable"],
  maxDescription: { length: 1024, unit: "bytes", effect: "dropped" },
  expansions: [commandsInText, bareArguments],
  limits: [zedSkillLimit],
  source: "https://agentskills.io/specification",
});

/** Codec of the skills that several tools share, `.agents/skills/NAME/SKILL.md`. */
export const skill: RuleCodec = createSkillCodec(host);

const locations = [
  { dir: sharedSkills, nested: true },
  { dir: sharedSkills, personal: true },
] as const;

/** The skills directory that most tools read. A skill in a tool's own directory belongs to the tool's dialect. */
export const ruleFiles: ToolRuleFiles = {
  ...defineRuleFiles({
    id: "skill",
    title: host.title,
    aliases: ["skills", "agent-skills"],
    formats: [{ spec: createSkillSpec(host), codec: skill, locations }],
    output: { getStem: getSkillStem },
    reads: [own("skill")],
  }),
  skills: { host, codec: skill },
};
