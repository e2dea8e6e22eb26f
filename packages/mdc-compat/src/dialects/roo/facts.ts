import type { FormatFacts } from "../../format/facts.ts";
import { plainFacts } from "../../format/plain-facts.ts";

/** Roo Code's rules. A file says in which of its modes it holds by the directory that it lies in. */
export const rooFacts: FormatFacts = plainFacts({
  id: "roo",
  title: "Roo Code",
  targets: ["roo", "roo-code"],
  // https://github.com/RooCodeInc/Roo-Code/blob/main/packages/types/src/mode.ts
  contexts: { most: 1, name: /^[A-Za-z0-9-]+$/ },
  source: "https://roocodeinc.github.io/Roo-Code/features/custom-instructions",
});

/** The single files of old: one for all modes, and one for each. */
export const rooRulesFileFacts: FormatFacts = { ...rooFacts, id: "roorules" };
