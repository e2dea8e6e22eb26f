import { all, defineRuleFiles, own, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { claudeImports } from "../claude/spec.ts";
import { codebuddy } from "./codec.ts";
import { codebuddySpec } from "./spec.ts";

/** CodeBuddy reads `AGENTS.md` only if there is no `CODEBUDDY.md`. */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "codebuddy",
  title: "CodeBuddy",
  aliases: ["codebuddy-code"],
  formats: [
    {
      spec: codebuddySpec,
      codec: codebuddy,
      locations: [{ dir: ".codebuddy/rules" }, { dir: ".codebuddy/rules", personal: true }],
    },
    {
      id: "codebuddy-memory",
      locations: [
        { dir: "", files: ["CODEBUDDY.md", "CODEBUDDY.local.md"], nested: true },
        { dir: ".codebuddy", files: ["CODEBUDDY.md"] },
        { dir: ".codebuddy", files: ["CODEBUDDY.md"], personal: true },
      ],
      // CodeBuddy expands `@path` as Claude Code does.
      imports: claudeImports,
      source: "https://www.codebuddy.ai/docs/cli/memory",
    },
  ],
  skills: { dirs: [".codebuddy/skills"], source: "https://www.codebuddy.ai/docs/cli/codebuddy-dir" },
  reads: [
    own("codebuddy-memory"),
    all("https://github.com/dyoshikawa/rulesync", { files: ["AGENTS.md"], unless: ["CODEBUDDY.md"] }),
    own("codebuddy"),
  ],
});
