import { all, defineRuleFiles, own, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { sharedSkills } from "../../skills/define-skills.ts";
import { cursor } from "./codec.ts";
import { cursorSpec } from "./spec.ts";

const { source } = cursorSpec;

export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "cursor",
  title: "Cursor",
  formats: [
    { spec: cursorSpec, codec: cursor, locations: [{ dir: ".cursor/rules", nested: true }] },
    // The legacy file, which Cursor still reads.
    { id: "cursorrules", extensions: [], locations: [{ dir: "", files: [".cursorrules"] }], source },
  ],
  skills: {
    dirs: [sharedSkills, ".cursor/skills", ".claude/skills", ".codex/skills"],
    oneOfName: true,
    keys: ["paths", "disable-model-invocation"],
    source: "https://cursor.com/docs/skills",
  },
  reads: [
    own(),
    all(source, { files: ["AGENTS.md"], nested: true }),
    all("https://cursor.com/docs/cli/using", { files: ["CLAUDE.md"], onlyIn: "Cursor CLI" }),
  ],
});
