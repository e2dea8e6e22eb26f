import { identifyMemory } from "@precept/agent-context/identify-memory";
import { openRoot, type FileIdentity } from "@precept/files";
import type { Settings } from "../settings.ts";

/** Creates a function that identifies the agent's memory, which no rule includes and which is not read as a rule, under any of its names. */
export function createMemoryIdentification({ context }: Pick<Settings, "context">): () => FileIdentity {
  return () => identifyMemory(openRoot(context.dir));
}
