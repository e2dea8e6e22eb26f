import type { Diagnostic, SourceLocation } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";

/**
 * Reports that a client cannot register a policy: another owner has one with its id, or in another letter case.
 *
 * @param owner where it is defined, to complete "… is defined …". Default: by the program.
 */
export function reportProtected(id: string, known: string, location: SourceLocation, owner = "by the program"): Diagnostic {
  const what = id === known ? "a policy with this id" : `${known}, which differs in letter case only,`;
  return report("policies/protected", location, `${id} is not registered: ${what} is defined ${owner}.`);
}
