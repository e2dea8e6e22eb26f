import type { Dialect, FormatPlace } from "../../dialect.ts";
import { roo, rooPathOf, rooRulesFile } from "./codec.ts";
import { rooFacts, rooRulesFileFacts } from "./facts.ts";

/** The modes that everybody has. Files of old for modes of somebody's own have names that are not known here. */
const modes = ["architect", "ask", "code", "debug", "orchestrator"];

/** A file of old counts where its directory has no rules. Roo Code also asks whether the directory of that name in the person's home has any. */
const rulesFiles: readonly FormatPlace[] = [
  { dir: "", files: [".roorules"], unless: [".roo/rules"] },
  ...modes.map((mode) => ({ dir: "", files: [`.roorules-${mode}`], unless: [`.roo/rules-${mode}`] })),
];

/**
 * Where neither is there, Roo Code reads `.clinerules` and `.clinerules-{mode}`; an export writes rules, so these are not counted on. Directories below
 * the project count where a setting says so, which by default it does not. `AGENTS.local.md`, which it reads beside `AGENTS.md`, is not read here.
 */
export const rooDialect: Dialect = {
  id: "roo",
  title: "Roo Code",
  aliases: ["roo-code"],
  formats: [
    { facts: rooFacts, codec: roo, places: [{ dir: ".roo" }, { dir: ".roo", personal: true }] },
    { facts: rooRulesFileFacts, codec: rooRulesFile, places: rulesFiles },
  ],
  alsoReads: ["agents"],
  output: { kind: "files", facts: rooFacts, codec: roo, dir: ".roo", nested: false, pathOf: rooPathOf },
};
