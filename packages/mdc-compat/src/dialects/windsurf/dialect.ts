import type { Dialect } from "../../dialect.ts";
import { windsurf, windsurfGlobalRules, windsurfRulesFile } from "./codec.ts";
import { windsurfFacts, windsurfGlobalRulesFacts, windsurfRulesFileFacts } from "./facts.ts";

export const windsurfDialect: Dialect = {
  id: "windsurf",
  title: windsurfFacts.title,
  aliases: ["devin", "devin-desktop"],
  formats: [
    {
      facts: windsurfFacts,
      codec: windsurf,
      places: [
        { dir: ".devin/rules", nested: true },
        { dir: ".windsurf/rules", nested: true },
      ],
    },
    { facts: windsurfRulesFileFacts, codec: windsurfRulesFile, places: [{ dir: "", files: [".windsurfrules"] }] },
    {
      facts: windsurfGlobalRulesFacts,
      codec: windsurfGlobalRules,
      places: [{ dir: ".codeium/windsurf/memories", files: ["global_rules.md"], personal: true }],
    },
  ],
  alsoReads: ["agents"],
  output: { kind: "files", facts: windsurfFacts, codec: windsurf, dir: ".devin/rules", nested: true },
};
