import { all, defineRuleFiles, own, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { sharedSkills } from "../../skills/define-skills.ts";
import { claude, claudeMemory } from "../claude/codec.ts";
import { copilot } from "./codec.ts";
import { copilotSpec } from "./spec.ts";

const { source, targets, limits } = copilotSpec;

/** VS Code also reads `.claude/rules`. Copilot on GitHub and Copilot CLI do not, so exports do not rely on it. */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "copilot",
  title: "GitHub Copilot",
  aliases: ["github-copilot", "vscode", "copilot-cli"],
  formats: [
    {
      spec: copilotSpec,
      codec: copilot,
      // Copilot CLI reads from the repository root down to the open file: https://docs.github.com/en/copilot
      locations: [
        { dir: ".github/instructions", nested: true },
        { dir: ".copilot/instructions", personal: true },
      ],
    },
    // The repository-wide instructions.
    {
      id: "copilot-repository",
      targets,
      locations: [
        { dir: ".github", files: ["copilot-instructions.md"] },
        { dir: ".copilot", files: ["copilot-instructions.md"], personal: true },
      ],
      limits,
      source,
    },
  ],
  output: { nested: false },
  skills: {
    dirs: [sharedSkills, ".github/skills", ".claude/skills"],
    oneOfName: true,
    own: [".github/skills"],
    personalDirs: [sharedSkills, ".copilot/skills", ".claude/skills"],
    ownPersonal: [".copilot/skills"],
    keys: ["disable-model-invocation", "user-invocable"],
    drops: ["other-name"],
    source: "https://code.visualstudio.com/docs/copilot/customization/agent-skills",
  },
  reads: [
    own("copilot-repository"),
    all(
      source,
      { files: ["AGENTS.md", "CLAUDE.md"] },
      { dir: ".claude", files: ["CLAUDE.md"], as: claudeMemory, onlyIn: "VS Code" },
      { files: ["CLAUDE.local.md"], as: claudeMemory, onlyIn: "VS Code" },
    ),
    all("https://docs.github.com/en/copilot/concepts/prompting/response-customization", {
      files: ["GEMINI.md"],
      onlyIn: "Copilot CLI",
    }),
    own("copilot"),
    all(source, { dir: ".claude/rules", as: claude, onlyIn: "VS Code" }),
  ],
  // https://github.com/microsoft/vscode/tree/main/src/vs/workbench/contrib/chat/common/promptSyntax
  readsLinksOnce: true,
  remarks: [
    "VS Code reads a file and links to it once, and offers one of several skills with the same name.",
    "Copilot in JetBrains IDEs, Visual Studio and Xcode reads only `.github/copilot-instructions.md` and `.github/instructions`.",
    "VS Code reads `AGENTS.md` of subdirectories only with `chat.useNestedAgentsMdFiles`.",
  ],
});
