import { join } from "node:path";
import { readFileInSync, toPosix } from "@precept/files";
import type { ProjectFiles } from "@precept/governance";
import type { EnforcementProject } from "./project.ts";

/** The maximum size of a script that is read as part of a command, in bytes. */
const maxBytes = 65_536;

/** The files of one project, for the scripts that commands run: only files inside it, and no large ones. */
export function projectFilesOf({ root, confined }: Pick<EnforcementProject, "root" | "confined">): ProjectFiles {
  return {
    root: toPosix(root),
    readFile: (path) => {
      const content = readFileInSync(confined, join(root, path), { maxBytes });
      return content.kind === "bytes" ? new TextDecoder().decode(content.bytes) : undefined;
    },
  };
}
