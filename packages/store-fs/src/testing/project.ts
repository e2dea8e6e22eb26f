import type { Diagnostic } from "@precept/core";

export { createProject, type Project } from "../../../files/src/testing/project.ts";

/** A diagnostic in one line: `code file:line:column`, as much of it as there is. */
export function describeDiagnostic({ code, file, line, column }: Diagnostic): string {
  return `${code} ${[file, line, column].filter((part) => part !== undefined).join(":")}`;
}
