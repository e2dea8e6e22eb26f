import type { Dialect } from "../../model/dialect.ts";
import { skill } from "../../skills/formats.ts";
import { sharedSkillHost, sharedSkills } from "../../skills/skill-hosts.ts";
import { getSkillStem } from "../../skills/skill-name.ts";
import { createSkillSpec } from "../../skills/spec.ts";

const spec = createSkillSpec(sharedSkillHost);

/** The directory of skills that most tools read. Skills in the directory of one tool belong to the dialect of that tool. */
export const skillDialect: Dialect<"skill"> = {
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
