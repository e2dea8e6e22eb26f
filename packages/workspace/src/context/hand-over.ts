import { join } from "node:path";
import { withoutUndefined } from "@precept/core";
import { existsAt } from "@precept/files";
import type { ContextPorts } from "./open-context.ts";
import type { BootedWorkspace } from "./boot.ts";

/** What a session of another program gets of the agent context. */
export interface HandOverOptions {
  /** The id of the main session. Default: a new one. */
  readonly session?: string | undefined;
  /** The maximum length of the text, in UTF-16 code units. Files are cut, with a note. Default: no limit. */
  readonly maxCharacters?: number | undefined;
}

/** The files that no coding agent reads by itself, relative to the directory of the context. */
const handedOver = ["MEMORY.md", "memory", "BOOTSTRAP.md"];

/** What the headings and notes of three files and the title add to their texts at most, in UTF-16 code units. */
const frame = 600;

/** See `Workspace.handOverMemory`. */
export async function handOverMemory(
  { session, maxCharacters = Number.POSITIVE_INFINITY }: HandOverOptions,
  { root, isReadOnly, context, settings }: BootedWorkspace,
  { now, isPrivate }: Pick<ContextPorts, "now" | "isPrivate">,
): Promise<string> {
  const { dir } = context;
  const room = maxCharacters - frame;
  if (room <= 0 || !handedOver.some((path) => existsAt(join(dir, path)))) return "";
  const { files } = await context.load({ sessionType: "main", session }, { create: "memory" });
  const { composeContextFiles, cutTexts, offerBootstrap } = await import("@precept/agent-context");
  const { maxFileCharacters, maxCharacters: maxOfContext } = settings.context;
  const { file, isOffered } = await offerBootstrap(dir, {
    sessionType: "main",
    project: root,
    create: isReadOnly ? "memory" : "write",
    isPrivate,
    ...withoutUndefined({ now, maxFileCharacters }),
  });
  const remembered = files.filter(({ id }) => id === "today" || id === "yesterday" || id === "memory");
  // First what can only be given once.
  const wanted = isOffered ? [file, ...remembered] : remembered;
  return composeContextFiles(cutTexts(wanted, maxFileCharacters, Math.min(room, maxOfContext ?? room)));
}
