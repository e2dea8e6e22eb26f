import { nearestNames, PreceptError } from "@precept/core";
import type { SharedOptions } from "../../options.ts";
import type { ReportFormat } from "../../terminal/report-formats.ts";
import { lintRules } from "./lint-rules.ts";

/** The options of `lint`, as they were written on the command line. */
export interface LintOptions extends SharedOptions {
  readonly fix?: boolean;
  readonly fixUnsafe?: boolean;
  readonly dryRun?: boolean;
  readonly format?: ReportFormat;
  readonly disable?: readonly string[];
}

/**
 * The codes that are left out.
 *
 * @throws PreceptError `OPTION_INVALID` where there is no such code.
 */
export function readDisabled({ disable = [] }: LintOptions): ReadonlySet<string> {
  const known = lintRules.map(({ code }) => code);
  for (const code of disable) {
    if (known.includes(code)) continue;
    const nearest = nearestNames(code, known);
    throw new PreceptError("OPTION_INVALID", {
      option: "--disable",
      value: code,
      expected: nearest.length === 0 ? "a code as `precept lint` shows it" : `a code, such as ${nearest.join(", ")}`,
    });
  }
  return new Set(disable);
}
