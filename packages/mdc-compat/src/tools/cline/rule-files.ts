import { all, defineRuleFiles, own, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { createTextCodec } from "../../format/plain-codec.ts";
import { cline, clineFolder } from "./codec.ts";
import { clineSpec, clineFolderSpec } from "./spec.ts";

/** Cursor's rules as plain text. */
const mdcText = createTextCodec((path) => path.endsWith(".mdc"));

export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "cline",
  title: "Cline",
  formats: [
    {
      spec: clineSpec,
      codec: cline,
      locations: [
        { dir: ".clinerules" },
        // The legacy single file, which has the name of the directory.
        { dir: "", files: [".clinerules"] },
        { dir: "Documents/Cline/Rules", personal: true },
        { dir: "Cline/Rules", personal: true },
      ],
    },
    { spec: clineFolderSpec, codec: clineFolder, locations: [{ dir: ".cline/rules" }] },
  ],
  skills: {
    // `.clinerules/skills` too, but a file there is also a rule.
    dirs: [".cline/skills", ".claude/skills"],
    personalDirs: [".cline/skills"],
    source: "https://docs.cline.bot/customization/skills",
  },
  reads: [
    own(),
    all(
      "https://github.com/cline/cline/blob/main/src/core/context/instructions/user-instructions/external-rules.ts",
      { files: [".cursorrules"] },
      { dir: ".cursor/rules", as: mdcText },
      { files: [".windsurfrules"] },
      { files: ["AGENTS.md"], nested: true, requires: "AGENTS.md", everywhere: true },
    ),
  ],
  remarks: ["Cline reads `.cursor/rules` as plain text that always applies, front matter included."],
});
