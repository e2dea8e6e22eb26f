import type { Diagnostic } from "../model/diagnostic.ts";
import type { SourceLocation } from "../model/location.ts";
import { report } from "../model/diagnostic-catalogue.ts";
import { maxAlternatives, maxGlobLength, parseGlob } from "./glob.ts";

/** What is wrong with a pattern, for the author of the file it stands in. */
export function checkGlob(glob: string, place: SourceLocation): Diagnostic | undefined {
  if (glob.length > maxGlobLength) {
    return report(
      "glob/too-long",
      place,
      `A pattern of ${glob.length} characters is longer than ${maxGlobLength}; it matches nothing.`,
    );
  }
  // Most patterns have neither, and this runs for every pattern of every file.
  if (!/[{(]/.test(glob)) return undefined;
  if (parseGlob(glob) === undefined) {
    return report(
      "glob/too-complex",
      place,
      `The pattern "${shorten(glob)}" expands to more than ${maxAlternatives} alternatives; it matches nothing.`,
    );
  }
  if (/[?*+@!]\(/.test(glob)) {
    return report("glob/extglob", place, `The pattern "${shorten(glob)}" uses extended globs, which are read literally.`);
  }
  return undefined;
}

function shorten(glob: string): string {
  return glob.length <= 60 ? glob : `${glob.slice(0, 57)}…`;
}
