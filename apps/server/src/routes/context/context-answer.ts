import type { FileLoadResult, LoadedContext } from "@precept/agent-context";
import type { ContextFileReport } from "@precept/contract";

/** Shared caches must not mix the answers of different tokens, whatever they think of `no-store`. */
export const contextHeaders = { "cache-control": "private, no-store", vary: "authorization" } as const;

/** Loaded on first use: most requests need no agent context. */
export const loadWireForms = () => import("@precept/agent-context");

/**
 * Converts a context to its wire form.
 *
 * @param session the id that the client has chosen. The context has that under which the server stores it.
 */
export async function toContextParts({ context, files }: LoadedContext, session: string | null | undefined) {
  const { toWireContext } = await loadWireForms();
  const wire = toWireContext(context);
  return {
    context: { ...wire, ...(session !== undefined && session !== null && { session_id: session }) },
    files: await Promise.all(files.map(toFileReport)),
  };
}

async function toFileReport(file: FileLoadResult): Promise<ContextFileReport> {
  const { toWireFileLoadResult } = await loadWireForms();
  const { content = "", ...report } = toWireFileLoadResult(file);
  return { ...report, characters: content.length };
}
