import type { Call } from "../../define.ts";

/** Returns the text of an entry: the argument, or standard input for `-`, without the line break at its end. */
export async function readEntryText({ args: [text = ""], terminal }: Pick<Call, "args" | "terminal">): Promise<string> {
  return text === "-" ? (await terminal.readInput()).replace(/\r?\n$/, "") : text;
}
