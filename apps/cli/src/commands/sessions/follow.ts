import { readSession, timelineOf, type SessionRecords } from "@precept/evidence";
import type { Call, CommandResult } from "../../define.ts";
import { printJson, styleFor } from "../../terminal/text.ts";
import { viewEntries } from "./view-timeline.ts";

/** How often the records are read, in milliseconds. */
const interval = 300;

/** Prints what has happened in a session, and what happens next, until the user interrupts the command. */
export async function followSession(
  { workspace, terminal, settings }: Call,
  { session }: SessionRecords,
): Promise<CommandResult> {
  const style = styleFor(terminal);
  let shown = 0;
  let printed = 0;
  const print = (): void => {
    const records = readSession(workspace.root, session)?.records ?? [];
    if (settings.json) {
      for (const record of records.slice(shown)) terminal.out(`${printJson(record)}\n`);
    } else if (records.length > shown) {
      // Gaps that only show at the end of a session are not final.
      const entries = timelineOf(records).filter((entry) => entry.kind !== "gap" || entry.gap.kind !== "neverFits");
      for (const line of viewEntries(entries.slice(printed), style)) terminal.out(`${line}\n`);
      printed = entries.length;
    }
    shown = records.length;
  };
  print();
  const timer = setInterval(print, interval);
  await terminal.interrupted();
  clearInterval(timer);
  return { json: { ended: true }, text: () => "" };
}
