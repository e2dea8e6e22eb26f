import type { FormatSpec } from "../../model/spec.ts";
import { createPlainSpec } from "../../format/plain-spec.ts";

/** Roo Code's rules. The directory of a file determines the mode in which its rule applies. */
export const rooSpec: FormatSpec = createPlainSpec({
  id: "roo",
  title: "Roo Code",
  targets: ["roo", "roo-code"],
  // https://github.com/RooCodeInc/Roo-Code/blob/main/packages/types/src/mode.ts
  contexts: { max: 1, name: /^[A-Za-z0-9-]+$/ },
  source: "https://roocodeinc.github.io/Roo-Code/features/custom-instructions",
});

/** The legacy files: one for all modes, and one for each mode. */
export const rooRulesFileSpec: FormatSpec = { ...rooSpec, id: "roorules" };
