import type { Call, CommandResult } from "../../define.ts";
import { readEntryText } from "./read-entry-text.ts";

export interface AddNoteOptions {
  readonly section?: string;
}

/** Adds an entry to today's note. */
export async function addNote(call: Call<AddNoteOptions>): Promise<CommandResult> {
  const content = await readEntryText(call);
  const { date, path } = await call.workspace.context.appendDailyNote({ content, section: call.options.section });
  return {
    json: { date, path },
    isConfirmation: true,
    text: (style) => `${style.green("noted")} in ${path}\n`,
  };
}
