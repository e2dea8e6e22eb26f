import { claude, claudeMemory } from "../claude/codec.ts";
import { all, own, skillsOf } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import { defineSkills, sharedSkills } from "../../skills/define-skills.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { copilot, copilotRepository } from "./codec.ts";
import { copilotSpec, copilotRepositorySpec } from "./spec.ts";

const copilotSkills = defineSkills({
  id: "copilot",
  title: "GitHub Copilot",
  dirs: [sharedSkills, ".github/skills", ".claude/skills"],
  own: [".github/skills"],
  personalDirs: [sharedSkills, ".copilot/skills", ".claude/skills"],
  ownPersonal: [".copilot/skills"],
  keys: ["disable-model-invocation", "user-invocable"],
  drops: ["other-name"],
  source: "https://code.visualstudio.com/docs/copilot/customization/agent-skills",
});

/** VS Code also reads `.claude/rules`, but Copilot on GitHub and Copilot CLI do not, so an export does not rely on it. */
export const copilotDialect: Dialect = {
  id: "copilot",
  title: "GitHub Copilot",
  aliases: ["github-copilot", "vscode", "copilot-cli"],
  formats: [
    {
      spec: copilotSpec,
      codec: copilot,
      // Copilot CLI reads the directories from the repository root to the file in work: https://docs.github.com/en/copilot
      locations: [
        { dir: ".github/instructions", nested: true },
        { dir: ".copilot/instructions", personal: true },
      ],
    },
    {
      spec: copilotRepositorySpec,
      codec: copilotRepository,
      locations: [
        { dir: ".github", files: ["copilot-instructions.md"] },
        { dir: ".copilot", files: ["copilot-instructions.md"], personal: true },
      ],
    },
    ...copilotSkills.formats,
  ],
  output: { kind: "files", spec: copilotSpec, codec: copilot, dir: ".github/instructions", nested: false },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: copilotDialect,
  skills: copilotSkills,

  reads: [
    own(copilotDialect, copilotRepository),
    all(
      "https://code.visualstudio.com/docs/agent-customization/custom-instructions",
      named(["AGENTS.md", "CLAUDE.md"]),
      { dir: ".claude", files: ["CLAUDE.md"], codec: claudeMemory, onlyIn: "VS Code" },
      named(["CLAUDE.local.md"], { codec: claudeMemory, onlyIn: "VS Code" }),
    ),
    all(
      "https://docs.github.com/en/copilot/concepts/prompting/response-customization",
      named(["GEMINI.md"], { onlyIn: "Copilot CLI" }),
    ),
    own(copilotDialect, copilot),
    all("https://code.visualstudio.com/docs/agent-customization/custom-instructions", {
      dir: ".claude/rules",
      codec: claude,
      onlyIn: "VS Code",
    }),
    skillsOf(copilotSkills),
  ],
  remarks: [
    "Copilot in JetBrains IDEs, Visual Studio and Xcode reads only `.github/copilot-instructions.md` and `.github/instructions`.",
    "VS Code reads `AGENTS.md` of subdirectories only with `chat.useNestedAgentsMdFiles`.",
  ],
};
