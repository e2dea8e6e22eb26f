import { identifyFile, type FileIdentity, type Root } from "@precept/files";

/** The file of the agent's memory, relative to the directory of the context. */
export const memoryFile = "MEMORY.md";

/** Identifies the agent's memory, so that shared sessions and rules cannot read it by a link or in another case. */
export function identifyMemory(root: Root): FileIdentity {
  return identifyFile(root, memoryFile);
}
