import { nearestNames, PreceptError } from "@precept/core";
import type { ReportFormat } from "../../terminal/report-formats.ts";
import { lintRules } from "./lint-rules.ts";

/** The options of `lint`. */
export interface LintOptions {
  readonly fix?: boolean;
  readonly fixUnsafe?: boolean;
  readonly dryRun?: boolean;
  readonly format?: ReportFormat;
  readonly disable?: readonly string[];
}

/**
 * Reads the codes to leave out.
 *
 * @throws PreceptError `DIAGNOSTIC_CODE_UNKNOWN`
 */
export function readDisabled({ disable = [] }: LintOptions): ReadonlySet<string> {
  const known = lintRules.map(({ code }) => code);
  for (const code of disable) {
    if (known.includes(code)) continue;
    throw new PreceptError("DIAGNOSTIC_CODE_UNKNOWN", { code, near: nearestNames(code, known) });
  }
  return new Set(disable);
}
