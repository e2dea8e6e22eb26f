import { makeDirectory, watchPaths } from "@precept/files";
import type { LogEntry, RecordKind } from "./entry.ts";
import { toEntry } from "./fields.ts";
import type { LogFiles } from "./log-files.ts";
import { listSegments, readEntries, readSegment, type LogCursor } from "./read-entries.ts";

/**
 * Yields the entries that any process writes from now on, until the signal is aborted; then it ends.
 *
 * @returns when every entry from now on will be seen.
 */
export async function followEntries<LogRecord>(
  files: LogFiles,
  kind: RecordKind,
  signal: AbortSignal,
): Promise<AsyncGenerator<LogEntry<LogRecord>>> {
  await makeDirectory(place.root, place.dir, { links: "none", isPrivate: true });
  let hasChanged = false;
  let wake: (() => void) | undefined;
  const look = (): void => {
    hasChanged = true;
    wake?.();
  };
  const watcher = await watchPaths([{ root: place.root, path: place.dir }], async () => look());
  const stop = (): void => {
    look();
    void watcher.close();
  };
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const cursor = await findEndOf(place);

  async function* follow(): AsyncGenerator<LogEntry<LogRecord>> {
    try {
      while (!signal.aborted) {
        hasChanged = false;
        for await (const line of readEntries(place, cursor)) {
          if (signal.aborted) return;
          yield toEntry(line, kind);
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (hasChanged) resolve();
        });
      }
    } finally {
      signal.removeEventListener("abort", stop);
      await watcher.close();
    }
  }
  return follow();
}

/** Where a log ends now. */
async function findEndOf(files: LogFiles): Promise<LogCursor> {
  const cursor = { segment: (await listSegments(place)).at(-1) ?? 0, offset: 0 };
  const entries = readSegment(place, cursor);
  while ((await entries.next()).done !== true);
  return cursor;
}
