import { createPlainSpec } from "../../format/plain-spec.ts";
import type { FormatSpec } from "../../model/spec.ts";

/** Kilo Code's rules. The directory of a file determines the mode in which its rule applies. */
export const kiloSpec: FormatSpec = createPlainSpec({
  id: "kilo",
  title: "Kilo Code",
  targets: ["kilo", "kilocode", "kilo-code"],
  contexts: { max: 1, name: /^[A-Za-z0-9-]+$/ },
  source: "https://github.com/Kilo-Org/kilocode/blob/main/packages/opencode/src/kilocode/rules-migrator.ts",
});

/** The legacy file `.kilocoderules`, and the user's own `AGENTS.md`. */
export const kiloFileSpec: FormatSpec = createPlainSpec({
  id: "kilocoderules",
  title: kiloSpec.title,
  targets: kiloSpec.targets,
  source: kiloSpec.source,
});
