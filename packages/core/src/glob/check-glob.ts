import type { Diagnostic, SourceLocation } from "../model/diagnostic.ts";
import { report } from "../model/diagnostic-catalogue.ts";
import { formatNumber } from "../text/format.ts";
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
  // Fast path: most patterns have neither braces nor parentheses.
  if (!/[{(]/.test(glob)) return undefined;
  if (parseGlob(glob) === undefined) {
    return report(
      "glob/too-complex",
      location,
      `The pattern "${shorten(glob)}" expands to more than ${formatNumber(maxAlternatives)} alternatives; it matches nothing.`,
    );
  }
  if (/[?*+@!]\(/.test(glob)) {
    return report("glob/extglob", location, `The pattern "${shorten(glob)}" uses extended globs, which are read literally.`);
  }
  return undefined;
}

function shorten(glob: string): string {
  return glob.length <= 60 ? glob : `${glob.slice(0, 57)}…`;
}
