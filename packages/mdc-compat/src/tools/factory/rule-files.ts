import { all, defineRuleFiles, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";

const source = "https://docs.factory.ai/cli/configuration/agents-md";
const rulesync = "https://github.com/dyoshikawa/rulesync";

export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "factory",
  title: "Factory",
  aliases: ["droid", "factory-droid"],
  formats: [
    {
      locations: [{ dir: ".factory", files: ["AGENTS.md"], personal: true }],
      limits: [
        {
          max: 40_000,
          unit: "characters",
          appliesTo: "eachFile",
          effect: "advisory",
          description:
            "Factory reads 80,000 characters of AGENTS.md files at the start of a session, and 40,000 of files that it finds later.",
          source: rulesync,
        },
      ],
      source,
    },
  ],
  output: { file: "AGENTS.md", nested: true },
  skills: { dirs: [".factory/skills"], source: "https://docs.factory.ai/cli/configuration/skills" },
  reads: [all(source, { files: ["AGENTS.md"], nested: true })],
});
