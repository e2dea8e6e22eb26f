import { all, defineRuleFiles, firstInProject, own, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { getModePath, modeName, modes, readMode } from "./modes.ts";

const source = "https://roocodeinc.github.io/Roo-Code/features/custom-instructions";

const directory = /^rules(?:-([^/]+))?\//;

/** The built-in modes. Legacy files of custom modes are not supported, since the names of those modes are unknown. */
const builtInModes = ["architect", "ask", "code", "debug", "orchestrator"];

/** https://github.com/RooCodeInc/Roo-Code/blob/main/src/core/prompts/sections/custom-instructions.ts */
const cacheFile =
  /\.(?:DS_Store|bak|cache|crdownload|db|dmp|dump|eslintcache|lock|log|old|part|partial|pyc|pyo|stackdump|swo|swp|temp|tmp)$/;

/**
 * The directory of a file determines the mode in which its rule applies. Files can have any extension.
 *
 * If a project has neither `.roo/rules` nor `.roorules`, Roo Code reads `.clinerules` and `.clinerules-{mode}`. Not
 * supported: rules in subdirectories, which Roo Code reads only if a setting is on, and `AGENTS.local.md`.
 */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "roo",
  title: "Roo Code",
  aliases: ["roo-code"],
  formats: [
    {
      extensions: [".md", ".txt"],
      accepts: (path) => isInRuleDirectory(path) && !cacheFile.test(path),
      ignored: (path) =>
        directory.test(path) && !isInRuleDirectory(path)
          ? "names of Roo Code's modes contain only letters, digits and dashes"
          : undefined,
      getContexts: (path) => readMode(directory, path),
      locations: [{ dir: ".roo" }, { dir: ".roo", personal: true }],
      contexts: modes,
      source,
    },
    // Legacy files, which Roo Code reads only if the directory that replaces them exists neither here nor at home.
    {
      id: "roorules",
      extensions: [],
      getContexts: (path) => readMode(/^\.roorules(?:-(.+))?$/, path),
      locations: [
        { dir: "", files: [".roorules"], unless: [".roo/rules"] },
        ...builtInModes.map((mode) => ({ dir: "", files: [`.roorules-${mode}`], unless: [`.roo/rules-${mode}`] })),
      ],
      contexts: modes,
      source,
    },
  ],
  output: { getPath: getModePath },
  reads: [
    own(),
    all(source, { files: [".clinerules"], as: "roorules", unless: [".roo/rules", ".roorules"] }),
    firstInProject(source, { files: ["AGENTS.md", "AGENT.md"] }),
    all(source, { files: ["AGENTS.local.md"] }),
  ],
  remarks: ["`.clinerules-{mode}` is read if there is neither `.roo/rules-{mode}` nor `.roorules-{mode}`."],
});

/** Whether a path is in a directory that Roo Code reads. The name of a mode has to be valid. */
function isInRuleDirectory(path: string): boolean {
  return directory.test(path) && readMode(directory, path).every((mode) => modeName.test(mode));
}
