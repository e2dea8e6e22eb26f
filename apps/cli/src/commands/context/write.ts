import { toWireMemoryEntry } from "@precept/agent-context";
import type { Call, CommandResult } from "../../define.ts";
import { printable } from "../../terminal/text.ts";

export async function addNote(call: Call<{ readonly section?: string }>): Promise<CommandResult> {
  const content = await readEntryText(call);
  const { date, path } = await call.workspace.context.appendDailyNote({ content, section: call.options.section });
  return {
    json: { date, path },
    isConfirmation: true,
    text: (style) => `${style.green("noted")} in ${path}\n`,
  };
}

interface RememberEntryOptions {
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

/** Returns the text of an entry: the argument, or standard input for `-`, without the line break at its end. */
async function readEntryText({ args: [text = ""], terminal }: Pick<Call, "args" | "terminal">): Promise<string> {
  return text === "-" ? (await terminal.readInput()).replace(/\r?\n$/, "") : text;
}
