import { defineRuleFiles, firstInProject, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";

/** Junie reads only the first of these files that exists. */
const [first, shared, legacy] = [".junie/AGENTS.md", "AGENTS.md", ".junie/guidelines.md"];

/**
 * The order comes from https://github.com/JetBrains/junie-guidelines. By default, the plugin for IDEs reads only
 * `.junie/guidelines.md`; to make it read `.junie/AGENTS.md`, set that path under "Guidelines path" in its project
 * settings (https://www.jetbrains.com/help/junie/customize-guidelines.html). Such a custom path is not supported.
 *
 * Junie ignores the project's `AGENTS.md` once an export has written `.junie/AGENTS.md`.
 */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "junie",
  title: "Junie",
  formats: [
    {
      locations: [
        { dir: ".junie", files: ["AGENTS.md"] },
        { dir: ".junie", files: ["guidelines.md"], unless: [first, shared] },
        { dir: ".junie/guidelines", unless: [first, shared, legacy] },
        { dir: ".junie", files: ["AGENTS.md"], personal: true },
      ],
      source: "https://junie.jetbrains.com/docs/guidelines-and-memory.html",
    },
  ],
  output: { file: first },
  skills: { dirs: [".junie/skills"], personalDirs: [], source: "https://github.com/dyoshikawa/rulesync" },
  reads: [
    firstInProject(
      "https://github.com/JetBrains/junie-guidelines",
      { dir: ".junie", files: ["AGENTS.md"], as: "junie" },
      { files: ["AGENTS.md"], as: "junie" },
      { dir: ".junie", files: ["guidelines.md"], as: "junie" },
      { dir: ".junie/guidelines", as: "junie" },
    ),
  ],
  remarks: ['The setting "Guidelines path" of Junie\'s plugin for IDEs replaces this list by one file.'],
});
