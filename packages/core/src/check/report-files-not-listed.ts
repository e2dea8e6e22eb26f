import type { Diagnostic } from "../model/diagnostic.ts";
import { formatNumber } from "../text/format-number.ts";
import { report } from "./check-catalogue.ts";

/**
 * The diagnostic for a project with too many files to compare globs with them. For callers of `checkRules` and `findConflicts` that cannot give
 * `files`.
 *
 * @param maxFiles how many files, and how many directories, would have been listed.
 */
export function reportFilesNotListed(maxFiles: number): Diagnostic {
  return report(
    "check/files-not-listed",
    {},
    `More than ${formatNumber(maxFiles)} files or directories: globs were not compared with them.`,
  );
}
