import type { Diagnostic } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import type { FormatFacts } from "./facts.ts";
import { lengthIn } from "./notes.ts";

/** What of a file its tool would not read. */
export function checkLimits({ limits }: FormatFacts, text: string, file: string): Diagnostic[] {
  return limits.flatMap(({ most, unit, of, effect, meaning }) => {
    const length = lengthIn(text, unit);
    if (of !== "file" || length <= most) return [];
    const code = effect === "advice" ? "dialect/long" : "dialect/too-long";
    return [report(code, { file, line: 1, column: 1 }, `The file has ${length} ${unit}. ${meaning}`)];
  });
}
