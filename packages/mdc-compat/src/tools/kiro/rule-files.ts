import { all, defineRuleFiles, own, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { kiro } from "./codec.ts";
import { kiroSpec } from "./spec.ts";

export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "kiro",
  title: "Kiro",
  aliases: ["kiro-ide", "kiro-cli"],
  formats: [{ spec: kiroSpec, codec: kiro, locations: [{ dir: ".kiro/steering" }, { dir: ".kiro/steering", personal: true }] }],
  skills: { dirs: [".kiro/skills"], source: "https://kiro.dev/docs/skills/" },
  reads: [
    own(),
    all(kiroSpec.source, { files: ["AGENTS.md"] }),
    all("https://github.com/dyoshikawa/rulesync", { files: ["AGENTS.md"], nested: true }),
  ],
  remarks: ["Kiro reads `AGENTS.md` of subdirectories from version 2.18 of the CLI and 1.0.309 of the IDE on."],
});
