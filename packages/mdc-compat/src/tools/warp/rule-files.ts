import { defineRuleFiles, firstInDirectory, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { sharedSkills } from "../../skills/define-skills.ts";
import { bareArguments } from "../../skills/expansions.ts";

const source = "https://docs.warp.dev/agent-platform/capabilities/rules";

/** The tools whose directories of skills Warp reads. */
const tools = ["warp", "claude", "codex", "cursor", "gemini", "copilot", "factory", "github", "opencode"];

/** Warp reads `WARP.md`, and `AGENTS.md` only in directories without it. */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "warp",
  title: "Warp",
  aliases: ["warp-terminal"],
  formats: [
    {
      locations: [
        { dir: "", files: ["WARP.md"], nested: true },
        { dir: ".agents", files: ["AGENTS.md"], personal: true },
      ],
      source,
    },
  ],
  output: { file: "WARP.md", nested: true },
  skills: {
    dirs: [sharedSkills, ...tools.map((tool) => `.${tool}/skills`)],
    expansions: [bareArguments],
    source: "https://docs.warp.dev/agent-platform/capabilities/skills",
  },
  reads: [firstInDirectory(source, { files: ["WARP.md", "AGENTS.md"], as: "warp", nested: true })],
});
