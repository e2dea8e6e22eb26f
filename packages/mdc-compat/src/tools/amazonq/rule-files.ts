import { all, defineRuleFiles, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";

const source = "https://github.com/aws/amazon-q-developer-cli/blob/main/docs/default-agent-behavior.md";

/** Amazon Q Developer's project rules. Its default agent also reads `README.md`, which is not a rule. */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "amazonq",
  title: "Amazon Q Developer",
  aliases: ["amazon-q", "q"],
  formats: [{ locations: [{ dir: ".amazonq/rules" }, { dir: "", files: ["AmazonQ.md"] }], source }],
  reads: [all(source, { files: ["AmazonQ.md", "README.md"], as: "amazonq" }, { dir: ".amazonq/rules", as: "amazonq" })],
  remarks: ["`resources` in the file of an agent replace this list."],
});
