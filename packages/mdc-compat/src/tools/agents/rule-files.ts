import { defineRuleFiles, firstInDirectory, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { agents, agentsSpec } from "../../rule-files/agents-codec.ts";

// Codex reads AGENTS.override.md instead of AGENTS.md. AGENT.md is the former name.
const files = ["AGENTS.override.md", "AGENTS.md", "AGENT.md"];

export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "agents",
  title: "AGENTS.md",
  aliases: ["agents-md", "agentsmd", "jules"],
  formats: [{ spec: agentsSpec, codec: agents, locations: [{ dir: "", files, firstOnly: true, nested: true }] }],
  output: { file: "AGENTS.md", nested: true },
  reads: [firstInDirectory(agentsSpec.source, { files, nested: true })],
  remarks: [
    "Jules has no other files, so `jules` is another name of this target. That it reads `AGENTS.md` is not verified in its documentation.",
  ],
});
