import { all, defineRuleFiles, own, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { sharedSkills } from "../../skills/define-skills.ts";
import { commandsInText } from "../../skills/expansions.ts";
import { openhands } from "./codec.ts";
import { openhandsSpec } from "./spec.ts";

/** OpenHands also reads `.cursorrules`, `CLAUDE.md` and `GEMINI.md` as plain text. */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "openhands",
  title: "OpenHands",
  aliases: ["all-hands"],
  formats: [
    {
      spec: openhandsSpec,
      codec: openhands,
      locations: [
        { dir: ".openhands/skills" },
        { dir: ".openhands/microagents" },
        { dir: ".openhands/skills", personal: true },
        { dir: ".openhands/microagents", personal: true },
      ],
    },
  ],
  skills: {
    dirs: [sharedSkills, ".openhands/skills"],
    // Plain Markdown files in .openhands/skills are rules too, so the dialect has another codec for the directory.
    own: [],
    keys: ["paths", "disable-model-invocation"],
    expansions: [commandsInText],
    source: openhandsSpec.source,
  },
  reads: [all(openhandsSpec.source, { files: [".cursorrules", "AGENTS.md", "AGENT.md", "CLAUDE.md", "GEMINI.md"] }), own()],
  readsLinksOnce: true,
  remarks: ["OpenHands ignores the case of these names, and reads a file and a link to it once."],
});
