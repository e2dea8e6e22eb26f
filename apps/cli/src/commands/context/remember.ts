import { toWireMemoryEntry } from "@precept/agent-context";
import type { Call, CommandResult } from "../../define.ts";
import { printable } from "../../terminal/text.ts";
import { readEntryText } from "./read-entry-text.ts";

export interface RememberEntryOptions {
  readonly category?: string;
  readonly importance?: number;
  readonly sourceDate?: string;
}

/** Adds an entry to MEMORY.md. The command line is a main session: its user can read the file anyway. */
export async function rememberEntry(call: Call<RememberEntryOptions>): Promise<CommandResult> {
  const { category, importance, sourceDate } = call.options;
  const content = await readEntryText(call);
  const input = { content, category, importance, sourceDate };
  const entry = await call.workspace.context.appendMemory(input, { sessionType: "main" });
  return {
    json: toWireMemoryEntry(entry),
    isConfirmation: true,
    text: (style) => `${style.green("remembered")} in MEMORY.md, below ${printable(entry.category)}\n`,
  };
}
