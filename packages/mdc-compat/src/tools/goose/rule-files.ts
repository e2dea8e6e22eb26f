import { all, defineRuleFiles, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { sharedSkills } from "../../skills/define-skills.ts";

const source = "https://github.com/block/goose/tree/main/crates/goose/src/hints";

/** Goose reads `.goosehints` and `AGENTS.md`, from the repository root down to its working directory. */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "goose",
  title: "Goose",
  aliases: ["block-goose"],
  formats: [
    {
      extensions: [],
      locations: [
        { dir: "", files: [".goosehints"], nested: true },
        { dir: ".config/goose", files: [".goosehints", "AGENTS.md"], personal: true },
      ],
      // `@path` at the start of a line or after a space. Goose inserts the file if it exists in the repository. If not,
      // or if the path is absolute, the word stays.
      imports: { pattern: () => /(?<!\S)@([^\s/`@][^\s`]*)/g, source },
      limits: [
        {
          max: 131_072,
          unit: "bytes",
          appliesTo: "eachFile",
          effect: "advisory",
          description: "Goose does not expand `@path` in files larger than 128 KiB.",
        },
      ],
      source,
    },
  ],
  output: { file: ".goosehints", nested: true },
  skills: {
    dirs: [sharedSkills, ".goose/skills", ".claude/skills"],
    personalDirs: [sharedSkills, ".claude/skills"],
    ownPersonal: [],
    source: "https://github.com/block/goose/blob/main/documentation/docs/guides/context-engineering/using-skills.md",
  },
  reads: [all(source, { files: [".goosehints", "AGENTS.md"], as: "goose", nested: true })],
  remarks: ["`CONTEXT_FILE_NAMES` replaces the two names."],
});
