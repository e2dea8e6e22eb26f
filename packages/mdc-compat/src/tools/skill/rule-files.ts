import type { RuleCodec } from "@precept/core";
import { createSkillCodec } from "../../skills/codec.ts";
import { own } from "../../format/read-groups.ts";
import { createSkillHost, sharedSkills } from "../../skills/define-skills.ts";
import { bareArguments, commandsInText } from "../../skills/expansions.ts";
import { zedSkillLimit } from "../zed/spec.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { getSkillStem } from "../../skills/skill-name.ts";
import { createSkillSpec } from "../../skills/spec.ts";

const sharedSkillHost = createSkillHost({
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
export const skill: RuleCodec = createSkillCodec(sharedSkillHost);

const spec = createSkillSpec(sharedSkillHost);

/** The directory of skills that most tools read. Skills in the directory of one tool belong to the dialect of that tool. */
const skillDialect: Dialect = {
  id: "skill",
  title: spec.title,
  aliases: ["skills", "agent-skills"],
  formats: [
    {
      spec,
      codec: skill,
      locations: [
        { dir: sharedSkills, nested: true },
        { dir: sharedSkills, personal: true },
      ],
    },
  ],
  output: { kind: "files", spec, codec: skill, dir: sharedSkills, nested: true, getStem: getSkillStem },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: skillDialect,
  skills: { host: sharedSkillHost, codec: skill, formats: skillDialect.formats },
  reads: [own(skillDialect)],
};
