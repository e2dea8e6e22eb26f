import type { SessionType } from "@precept/contract/values";
import { listTexts, type AgentContext } from "./agent-context.ts";

/** A change of the files of an agent context. It has no texts. */
export interface ContextChange {
  /** The affected sessions. A change of MEMORY.md affects main sessions only. */
  readonly sessionType: SessionType;
  /** The paths of changed, added and removed files, relative to the directory. */
  readonly files: readonly string[];
  readonly version: string;
  readonly previousVersion: string;
}

/** Compares two contexts of one session type. Returns undefined if they have the same texts. */
export function compareContexts(before: AgentContext, after: AgentContext): ContextChange | undefined {
  if (before.version === after.version) return undefined;
  const [old, current] = [textsOf(before), textsOf(after)];
  const files = [...new Set([...current.keys(), ...old.keys()])].filter((file) => old.get(file) !== current.get(file));
  return { sessionType: after.sessionType, files, version: after.version, previousVersion: before.version };
}

/** The texts of a context by path, in load order. */
export function textsOf(context: AgentContext): ReadonlyMap<string, string> {
  const texts = listTexts(context);
  return new Map(context.loadedFiles.map((file, at) => [file, texts[at] ?? ""]));
}
