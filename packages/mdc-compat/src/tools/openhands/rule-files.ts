import { all, own, skillsOf } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import { defineSkills, sharedSkills } from "../../skills/define-skills.ts";
import { commandsInText } from "../../skills/expansions.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { openhands } from "./codec.ts";
import { openhandsSpec } from "./spec.ts";

const openhandsSkills = defineSkills({
  id: "openhands",
  title: "OpenHands",
  dirs: [sharedSkills, ".openhands/skills"],
  // Plain Markdown files in .openhands/skills are rules too, so the dialect has another codec for the directory.
  own: [],
  keys: ["paths", "disable-model-invocation"],
  expansions: [commandsInText],
  source: "https://github.com/OpenHands/software-agent-sdk/blob/main/openhands-sdk/openhands/sdk/skills/skill.py",
});

/**
 * OpenHands also reads `.cursorrules`, `CLAUDE.md` and `GEMINI.md` as plain text.
 */
const openhandsDialect: Dialect = {
  id: "openhands",
  title: openhandsSpec.title,
  aliases: ["all-hands"],
  formats: [
    {
      spec: openhandsSpec,
      codec: openhands,
      locations: [
        { dir: ".openhands/skills" },
        { dir: ".openhands/microagents" },
        { dir: ".openhands/skills", personal: true },
        { dir: ".openhands/microagents", personal: true },
      ],
    },
  ],
  output: { kind: "files", spec: openhandsSpec, codec: openhands, dir: ".openhands/skills", nested: false },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: openhandsDialect,
  skills: openhandsSkills,

  reads: [
    all(
      "https://github.com/OpenHands/software-agent-sdk/blob/main/openhands-sdk/openhands/sdk/skills/skill.py",
      named([".cursorrules", "AGENTS.md", "AGENT.md", "CLAUDE.md", "GEMINI.md"]),
    ),
    own(openhandsDialect),
    skillsOf(openhandsSkills),
  ],
  remarks: ["OpenHands ignores the case of these names, and reads a file and a link to it once."],
};
