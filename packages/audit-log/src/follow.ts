import { makeDirectory, watchPaths, type WatchBackend } from "@precept/files";
import type { LogEntry, RecordKind } from "./entry.ts";
import { toEntry } from "./fields.ts";
import type { LogFiles } from "./log-files.ts";
import { listSegments, readEntries, readSegment, type LogCursor } from "./read-entries.ts";

/** Yields the entries that any process appends. Resolves once it watches the log: no later entry is missed. */
export async function followEntries<LogRecord>(
  files: LogFiles,
  kind: RecordKind,
  signal: AbortSignal,
  watchBackend?: WatchBackend,
): Promise<AsyncGenerator<LogEntry<LogRecord>>> {
  await makeDirectory(files.root, files.dir, { links: "none", isPrivate: true });
  let hasChanged = false;
  let wake: (() => void) | undefined;
  const onChange = (): void => {
    hasChanged = true;
    wake?.();
  };
  const watcher = await watchPaths(
    [{ root: files.root, path: files.dir }],
    async () => onChange(),
    () => watchBackend,
  );
  const stop = (): void => {
    onChange();
    void watcher.close();
  };
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const cursor = await findEndOf(files);

  async function* follow(): AsyncGenerator<LogEntry<LogRecord>> {
    try {
      while (!signal.aborted) {
        hasChanged = false;
        for await (const line of readEntries(files, cursor)) {
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

async function findEndOf(files: LogFiles): Promise<LogCursor> {
  const cursor = { segment: (await listSegments(files)).at(-1) ?? 0, offset: 0 };
  const entries = readSegment(files, cursor);
  while ((await entries.next()).done !== true);
  return cursor;
}
