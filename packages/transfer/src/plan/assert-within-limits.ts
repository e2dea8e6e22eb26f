import { PreceptError } from "@precept/core";
import type { LimitReport } from "../read-back/file-limits.ts";

/**
 * Refuses an export with files that are larger than a tool, or Precept, reads. Limits that only some features of a tool have do not count.
 *
 * @throws PreceptError `EXPORT_OVER_LIMIT`
 */
export function assertWithinLimits(limits: readonly LimitReport[]): void {
  const files = limits
    .filter(({ effect }) => effect !== "advisory")
    .map(({ path, length, max, unit, target, description, largest }) => ({
      path,
      length,
      max,
      unit,
      tool: target.title,
      description,
      rules: largest.map(({ rule, length: own }) => ({ name: rule.name, length: own })),
    }));
  if (files.length > 0) throw new PreceptError("EXPORT_OVER_LIMIT", { files });
}
