import { all, defineRuleFiles, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";

const source = "https://support.atlassian.com/rovo/docs/use-memory-in-rovo-dev-cli";

export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "rovo",
  title: "Rovo Dev",
  aliases: ["rovodev", "rovo-dev"],
  formats: [{ locations: [{ dir: ".rovodev", files: ["AGENTS.md"], personal: true }], source }],
  output: { file: "AGENTS.md", nested: true },
  reads: [all(source, { files: ["AGENTS.md", "AGENTS.local.md"], nested: "towardsWorkingDirectory" })],
});
