import type { Diagnostic, SourceLocation } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";

/** Reports that a client cannot register an id that another owner has. @param owner completes "… is defined …". */
export function reportProtected(id: string, known: string, location: SourceLocation, owner = "by the program"): Diagnostic {
  const what = id === known ? "a policy with this id" : `${known}, which differs in letter case only,`;
  return report("policies/protected", location, `${id} is not registered: ${what} is defined ${owner}.`);
}
