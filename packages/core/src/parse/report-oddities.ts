import type { Diagnostic } from "../model/diagnostic.ts";
import { report } from "../model/diagnostic-catalogue.ts";
import type { FrontMatterSplit } from "./front-matter.ts";

/**
 * What is unusual about how a front matter is set off, as diagnostics.
 *
 * @param tolerant whether the rule is used all the same, as some tools do: then nothing is worse than a warning.
 */
export function reportOddities(split: FrontMatterSplit, file: string, tolerant = false): Diagnostic[] {
  return split.oddities.map(({ code, line }) => {
    const diagnostic = report(code, { file, line, column: 1 });
    return tolerant && diagnostic.severity === "error" ? { ...diagnostic, severity: "warning" } : diagnostic;
  });
}
