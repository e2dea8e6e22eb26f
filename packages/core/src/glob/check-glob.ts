import type { Diagnostic, SourceLocation } from "../model/diagnostic.ts";
import { report } from "../model/diagnostic-catalogue.ts";
import { formatNumber } from "../text/format.ts";
import { exceedsGroupLimits, groupsToBraces, maxGroupDepth, maxGroupsLength } from "./extended/find-groups.ts";
import { maxAlternatives, maxGlobLength, parseGlob } from "./glob.ts";

/** Reports a problem of a glob at its location in the file; undefined if there is none. */
export function checkGlob(glob: string, location: SourceLocation): Diagnostic | undefined {
  if (glob.length > maxGlobLength) {
    return report(
      "glob/too-long",
      location,
      `A pattern of ${formatNumber(glob.length)} characters is longer than ${formatNumber(maxGlobLength)}; it matches nothing.`,
    );
  }
  // Fast path: most patterns have neither braces nor parentheses nor classes.
  if (!/[{([]/.test(glob) || parseGlob(glob) !== undefined) return undefined;
  const why = exceedsGroupLimits(groupsToBraces(glob))
    ? `has groups, and more than ${formatNumber(maxGroupsLength)} characters or ${maxGroupDepth} groups in one another`
    : `expands to more than ${formatNumber(maxAlternatives)} alternatives`;
  return report("glob/too-complex", location, `The pattern "${shorten(glob)}" ${why}; it matches nothing.`);
}

function shorten(glob: string): string {
  return glob.length <= 60 ? glob : `${glob.slice(0, 57)}…`;
}
