import { openRoot, readFileInSync } from "@precept/files";
import type { HookPayload, Subject } from "@precept/governance";
import type { AnsweredEvent } from "./find-event.ts";

/** Larger files are checked when the agent has read them. In bytes. */
const maxBytes = 262_144;

/**
 * Returns the texts of files that a tool is about to read, as results. After a compaction, a host that `rereads` gives
 * the agent these files again without a hook, so that withholding the result would not be enough.
 */
export async function readBeforeAgent(
  root: string,
  payload: HookPayload,
  { rereads }: AnsweredEvent,
): Promise<readonly Subject[]> {
  if (rereads !== true || payload.toolClass !== "read") return [];
  const project = openRoot(root);
  const texts: Subject[] = [];
  for (const file of payload.files) {
    const content = readFileInSync(project, file, { maxBytes });
    if (content.kind !== "bytes" || content.bytes.includes(0)) continue;
    texts.push({
      kind: "result",
      text: content.bytes.toString("utf8"),
      file,
      ...(payload.tool !== undefined && { tool: payload.tool }),
    });
  }
  return texts;
}
