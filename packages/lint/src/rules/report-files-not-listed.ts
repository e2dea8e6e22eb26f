import { type Diagnostic, formatNumber } from "@precept/core";
import { report } from "../check-catalogue.ts";

/**
 * Reports a project with too many files to compare globs with. For callers that therefore omit the option `files` of `checkRules` or
 * `findConflicts`.
 *
 * @param maxFiles the maximum number of files and of directories.
 */
export function reportFilesNotListed(maxFiles: number): Diagnostic {
  return report(
    "check/files-not-listed",
    {},
    `More than ${formatNumber(maxFiles)} files or directories: globs were not compared with them.`,
  );
}
