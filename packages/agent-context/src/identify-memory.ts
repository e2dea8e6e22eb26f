import { identifyFile, type FileIdentity, type Root } from "@precept/files";

/** The file of the agent's memory, relative to the directory of the context. */
export const memoryFile = "MEMORY.md";

/** Identifies the agent's memory, which shared sessions and rules do not read under any name: a link or another case. */
export function identifyMemory(root: Root): FileIdentity {
  return identifyFile(root, memoryFile);
}
