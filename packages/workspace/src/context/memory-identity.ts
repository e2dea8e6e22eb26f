import { identifyMemory } from "@precept/agent-context/identify-memory";
import { openRoot, type FileIdentity } from "@precept/files";
import type { Settings } from "../settings.ts";

/** Creates a function that identifies the agent's memory. No rule includes it, and it is not read as a rule. */
export function createMemoryIdentification({ context }: Pick<Settings, "context">): () => FileIdentity {
  return () => identifyMemory(openRoot(context.dir));
}
