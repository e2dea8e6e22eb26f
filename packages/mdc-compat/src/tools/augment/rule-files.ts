import { all, defineRuleFiles, own, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { sharedSkills } from "../../skills/define-skills.ts";
import { augment, augmentPersonal } from "./codec.ts";
import { augmentSpec, augmentPersonalSpec } from "./spec.ts";

/** Augment also reads `CLAUDE.md`, but no other rules of Claude Code. */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "augment",
  title: "Augment",
  aliases: ["augment-code", "augmentcode", "auggie"],
  formats: [
    { spec: augmentSpec, codec: augment, locations: [{ dir: ".augment/rules" }] },
    { spec: augmentPersonalSpec, codec: augmentPersonal, locations: [{ dir: ".augment/rules", personal: true }] },
    // The legacy file.
    {
      id: "augment-guidelines",
      extensions: [],
      locations: [{ dir: "", files: [".augment-guidelines"] }],
      source: augmentSpec.source,
    },
  ],
  skills: {
    dirs: [".augment/skills", sharedSkills, ".claude/skills"],
    source: "https://docs.augmentcode.com/cli/skills",
  },
  reads: [
    all(augmentSpec.source, { files: ["CLAUDE.md", "AGENTS.md"], nested: true }),
    own("augment-guidelines"),
    own("augment"),
  ],
});
