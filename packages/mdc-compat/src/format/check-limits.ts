import { formatNumber, isLonger, measureLength, type Diagnostic } from "@precept/core";
import { report } from "./report.ts";
import type { FormatSpec } from "../model/spec.ts";

/** Reports a file that is longer than the limits of its tool. */
export function checkLimits({ limits }: FormatSpec, text: string, file: string): Diagnostic[] {
  return limits.flatMap(({ max, unit, appliesTo, effect, description }) => {
    if (appliesTo !== "eachFile" || !isLonger(text, { max, unit })) return [];
    const code = effect === "advisory" ? "dialect/long" : "dialect/too-long";
    return [
      report(
        code,
        { file, line: 1, column: 1 },
        `The file has ${formatNumber(measureLength(text, unit))} ${unit}. ${description}`,
      ),
    ];
  });
}
