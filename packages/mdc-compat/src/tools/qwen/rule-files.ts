import { all, defineRuleFiles, own, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { sharedSkills } from "../../skills/define-skills.ts";
import { geminiImports } from "../gemini/stray-imports.ts";
import { qwen } from "./codec.ts";
import { qwenSpec } from "./spec.ts";

/** Qwen Code reads `QWEN.md` and `AGENTS.md`. It also reads the repository's parent directory: not supported. */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "qwen",
  title: "Qwen Code",
  aliases: ["qwen-code", "qwencode"],
  formats: [
    { spec: qwenSpec, codec: qwen, locations: [{ dir: ".qwen/rules" }, { dir: ".qwen/rules", personal: true }] },
    // Other file names, which its settings allow, are not supported.
    {
      id: "qwen-memory",
      locations: [
        { dir: "", files: ["QWEN.md"], nested: true },
        { dir: ".qwen", files: ["QWEN.local.md"] },
        { dir: ".qwen", files: ["QWEN.md", "AGENTS.md"], personal: true },
      ],
      // Qwen Code is based on Gemini CLI, and expands the same imports.
      imports: geminiImports,
      source: "https://github.com/QwenLM/qwen-code/tree/main/packages/core/src/utils/memoryDiscovery.ts",
    },
  ],
  skills: {
    dirs: [sharedSkills, ".qwen/skills"],
    keys: ["paths", "disable-model-invocation"],
    drops: ["bad-paths"],
    needsPathList: true,
    source: "https://github.com/QwenLM/qwen-code/tree/main/packages/core/src/skills",
  },
  reads: [
    all(
      "https://github.com/QwenLM/qwen-code/blob/main/packages/core/src/utils/memoryDiscovery.ts",
      { files: ["QWEN.md", "AGENTS.md"], as: "qwen-memory", nested: "towardsWorkingDirectory" },
      { dir: ".qwen", files: ["QWEN.local.md"], as: "qwen-memory" },
    ),
    own("qwen"),
  ],
  remarks: [
    "Qwen Code also reads `QWEN.md` and `AGENTS.md` one directory above the repository. `context.fileName` replaces the two names.",
  ],
});
