import { defineRuleFiles, firstInProject, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import type { LimitSpec } from "../../model/spec.ts";
import { sharedSkills } from "../../skills/define-skills.ts";

export const zedSkillLimit: LimitSpec = {
  max: 102_400,
  unit: "bytes",
  appliesTo: "eachFile",
  effect: "ignored",
  description: "Zed ignores skills larger than 100 KiB.",
};

/**
 * If there is no `.rules`, Zed reads the first of `.cursorrules`, `.windsurfrules`, `.clinerules`,
 * `.github/copilot-instructions.md`, `AGENT.md`, `AGENTS.md`, `CLAUDE.md` and `GEMINI.md`. Zed reads one file in the
 * root directory of a project, and none in its subdirectories.
 */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "zed",
  title: "Zed",
  formats: [
    {
      locations: [
        { dir: "", files: [".rules"] },
        { dir: ".config/zed", files: ["AGENTS.md"], personal: true },
      ],
      source: "https://zed.dev/docs/ai/instructions",
    },
  ],
  output: { file: ".rules" },
  skills: {
    dirs: [sharedSkills],
    keys: ["disable-model-invocation"],
    maxDescription: { length: 1024, unit: "bytes", effect: "dropped" },
    limits: [zedSkillLimit],
    source: "https://github.com/zed-industries/zed/tree/main/crates/agent_skills",
  },
  reads: [
    firstInProject(
      "https://github.com/zed-industries/zed/blob/main/crates/prompt_store/src/prompts.rs",
      { files: [".rules", ".cursorrules", ".windsurfrules", ".clinerules"], as: "zed" },
      { dir: ".github", files: ["copilot-instructions.md"], as: "zed" },
      { files: ["AGENT.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md"], as: "zed" },
    ),
  ],
});
