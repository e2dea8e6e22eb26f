import { defineRuleFiles, firstInDirectory, own, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { getModePath, modes, readMode } from "../roo/modes.ts";

const source = "https://github.com/Kilo-Org/kilocode/blob/main/packages/opencode/src/kilocode/rules-migrator.ts";

const ruleFile = /^rules(?:-([A-Za-z0-9-]+))?\/[^/]+\.md$/;

/**
 * The directory of a file determines the mode in which its rule applies. Kilo Code also reads `CLAUDE.md` or
 * `CONTEXT.md` if there is no `AGENTS.md`, and the files under `instructions` in `kilo.json`, which are not supported.
 * Of two rules with one file name, it reads the one in `.kilo`.
 */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "kilo",
  title: "Kilo Code",
  aliases: ["kilocode", "kilo-code"],
  formats: [
    {
      accepts: (path) => ruleFile.test(path),
      ignored: (path) =>
        /^rules(?:-[^/]*)?\/.*\.md$/i.test(path) && !ruleFile.test(path)
          ? "Kilo Code reads only .md files directly in its rule directories"
          : undefined,
      getContexts: (path) => readMode(ruleFile, path),
      locations: [{ dir: ".kilo" }, { dir: ".kilocode" }, { dir: ".kilo", personal: true }, { dir: ".kilocode", personal: true }],
      contexts: modes,
      source,
    },
    // The legacy file, and the user's own file.
    {
      id: "kilocoderules",
      locations: [
        { dir: "", files: [".kilocoderules"] },
        { dir: ".config/kilo", files: ["AGENTS.md"], personal: true },
      ],
      source,
    },
  ],
  output: { getPath: getModePath },
  skills: { dirs: [".kilo/skills"], personalDirs: [], source: "https://github.com/dyoshikawa/rulesync" },
  reads: [
    firstInDirectory("https://github.com/Kilo-Org/kilocode/blob/main/packages/opencode/src/session/instruction.ts", {
      files: ["AGENTS.md", "CLAUDE.md", "CONTEXT.md"],
      nested: true,
    }),
    own(),
  ],
  remarks: [
    "Kilo Code also reads the files under `instructions` in `kilo.json`. Of two rules with one file name, it reads the one in `.kilo`.",
  ],
});
