import { all, firstInProject, ownLocations } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect, RuleFormat } from "../../model/dialect.ts";
import { getRooPath, roo, rooRulesFile } from "./codec.ts";
import { rooSpec, rooRulesFileSpec } from "./spec.ts";

/** The built-in modes. Legacy files of custom modes are not supported, since the names of those modes are unknown. */
const modes = ["architect", "ask", "code", "debug", "orchestrator"];

/** Roo Code reads a legacy file only if the directory that replaces it does not exist. It also checks the directory of that name in the home directory. */
const rulesFiles: RuleFormat["locations"] = [
  { dir: "", files: [".roorules"], unless: [".roo/rules"] },
  ...modes.map((mode) => ({ dir: "", files: [`.roorules-${mode}`], unless: [`.roo/rules-${mode}`] })),
];

/**
 * If a project has neither `.roo/rules` nor `.roorules`, Roo Code reads `.clinerules` and `.clinerules-{mode}`. Not supported: rules in subdirectories, which Roo Code reads only if a setting is on, and `AGENTS.local.md`.
 */
export const rooDialect: Dialect = {
  id: "roo",
  title: "Roo Code",
  aliases: ["roo-code"],
  formats: [
    { spec: rooSpec, codec: roo, locations: [{ dir: ".roo" }, { dir: ".roo", personal: true }] },
    { spec: rooRulesFileSpec, codec: rooRulesFile, locations: rulesFiles },
  ],
  output: { kind: "files", spec: rooSpec, codec: roo, dir: ".roo", nested: false, getPath: getRooPath },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: rooDialect,

  reads: [
    all(
      "https://roocodeinc.github.io/Roo-Code/features/custom-instructions",
      ...ownLocations(rooDialect),
      named([".clinerules"], { codec: rooRulesFile, unless: [".roo/rules", ".roorules"] }),
    ),
    firstInProject("https://roocodeinc.github.io/Roo-Code/features/custom-instructions", named(["AGENTS.md", "AGENT.md"])),
    all("https://roocodeinc.github.io/Roo-Code/features/custom-instructions", named(["AGENTS.local.md"])),
  ],
  remarks: ["`.clinerules-{mode}` is read if there is neither `.roo/rules-{mode}` nor `.roorules-{mode}`."],
};
