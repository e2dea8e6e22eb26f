import type { Call, CommandResult } from "../../define.ts";
import { styleFor } from "../../terminal/style.ts";
import { printJson } from "../../terminal/text.ts";
import { chooseLog, viewEntry, type AnyEntry, type LogOptions } from "./entries.ts";

export interface TailOptions extends LogOptions {
  readonly lines: number;
  readonly follow?: boolean;
}

export async function tailEntries(call: Call<TailOptions>): Promise<CommandResult> {
  const { workspace, options } = call;
  const log = chooseLog(await workspace.policies.auditLog(), options);
  if (options.follow === true) return follow(call, log);
  const entries: readonly AnyEntry[] = await log.tail(options.lines);
  return {
    json: { entries },
    text: (style) => entries.map((entry) => `${viewEntry(entry, style)}\n`).join(""),
  };
}

/** Prints the last entries, and new ones until the user interrupts the program. */
async function follow(
  { options, terminal, settings }: Call<TailOptions>,
  log: ReturnType<typeof chooseLog>,
): Promise<CommandResult> {
  const style = styleFor(terminal);
  const print = (entry: AnyEntry): void => terminal.out(`${settings.json ? printJson(entry) : viewEntry(entry, style)}\n`);
  const stop = new AbortController();
  // Subscribes before reading, so that no entry is missed. An entry that is read twice is printed once.
  const coming = await log.follow({ signal: stop.signal });
  const last: readonly AnyEntry[] = await log.tail(options.lines);
  const shown = new Set(last.map(({ log_id: id }) => id));
  for (const entry of last) print(entry);
  const printing = (async () => {
    for await (const entry of coming) if (!shown.delete(entry.log_id)) print(entry);
  })();
  await terminal.interrupted();
  stop.abort();
  await printing;
  return { json: { ended: true }, text: () => "" };
}
