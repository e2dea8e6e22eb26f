import { firstInProject, skillsOf } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import { defineSkills, sharedSkills } from "../../skills/define-skills.ts";
import { zedSkillLimit } from "./spec.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { zed } from "./codec.ts";
import { zedSpec } from "./spec.ts";

const zedSkills = defineSkills({
  id: "zed",
  title: "Zed",
  dirs: [sharedSkills],
  keys: ["disable-model-invocation"],
  maxDescription: { length: 1024, unit: "bytes", effect: "dropped" },
  limits: [zedSkillLimit],
  source: "https://github.com/zed-industries/zed/tree/main/crates/agent_skills",
});

/**
 * If there is no `.rules`, Zed reads the first of `.cursorrules`, `.windsurfrules`, `.clinerules`, `.github/copilot-instructions.md`, `AGENT.md`,
 * `AGENTS.md`, `CLAUDE.md` and `GEMINI.md`. Zed reads one file in the root
 * directory of a project, and none in its subdirectories.
 */
export const zedDialect: Dialect = {
  id: "zed",
  title: "Zed",
  aliases: [],
  formats: [
    {
      spec: zedSpec,
      codec: zed,
      locations: [
        { dir: "", files: [".rules"] },
        { dir: ".config/zed", files: ["AGENTS.md"], personal: true },
      ],
    },
  ],
  output: { kind: "joined", spec: zedSpec, codec: zed, file: ".rules", nested: false },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: zedDialect,
  skills: zedSkills,

  reads: [
    firstInProject(
      "https://github.com/zed-industries/zed/blob/main/crates/prompt_store/src/prompts.rs",
      named([".rules", ".cursorrules", ".windsurfrules", ".clinerules"], { codec: zed }),
      { dir: ".github", files: ["copilot-instructions.md"], codec: zed },
      named(["AGENT.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md"], { codec: zed }),
    ),
    skillsOf(zedSkills),
  ],
};
