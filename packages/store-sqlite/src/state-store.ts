import { resolve } from "node:path";
import { decodeText, encodeText, PreceptError, type StateEntry, type StateRecords } from "@precept/core";
import type { Driver } from "./driver.ts";
import { openLightDriver } from "./open-driver.ts";
import { closeDatabase, openDatabase, type FileFormat } from "./open.ts";

/** Small state that several processes read and update, in one SQLite file. */
export interface StateStore extends StateRecords, AsyncDisposable {}

export interface StateStoreOptions {
  /** The path of the file, relative to the current directory. A missing file is created, but not its directory. */
  readonly path: string;
  /** The id of the store in error messages. Default `state`. */
  readonly id?: string;
  /** The clock. Default: the system clock. */
  readonly now?: () => Date;
  /** The number of days after which an unchanged entry is deleted. Default 30. */
  readonly keepDays?: number;
  /** How long a call waits for a lock of another process, in milliseconds. Default 5000. */
  readonly busyTimeoutMs?: number;
  /**
   * Whether disposal leaves the file open until the process ends, which does not wait for the disk. The changes stay in
   * the log beside the file, until a later process moves them. Default false.
   */
  readonly closesAtExit?: boolean;
}

/** A log of more pages is moved into the file: a process that opens the file reads the whole log. */
const maxLogPages = 64;

const format: FileFormat = {
  // "PreS"
  application: 0x5072_6553,
  migrations: [
    `CREATE TABLE entries (
       key TEXT PRIMARY KEY NOT NULL,
       "group" TEXT NOT NULL,
       value TEXT NOT NULL,
       written_at INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX entries_by_group ON entries ("group", key);
     CREATE INDEX entries_by_time ON entries (written_at);`,
  ],
};

const select = `SELECT key, "group", value FROM entries`;
const upsert = `INSERT INTO entries (key, "group", value, written_at) VALUES (?, ?, ?, ?)
  ON CONFLICT (key) DO UPDATE SET "group" = excluded."group", value = excluded.value, written_at = excluded.written_at`;

const day = 86_400_000;

/**
 * Opens a state file.
 *
 * @throws PreceptError `STORE_FAILED` if the file cannot be opened or belongs to another program.
 *
 * @example
 * ```ts
 * import { createStateStore } from "@precept/store-sqlite";
 *
 * await using state = createStateStore({ path: "state.db" });
 * const count = await state.update(["counters"], (entries) => {
 *   const next = Number(entries.get("runs")?.value ?? 0) + 1;
 *   return { entries: new Map([["runs", { group: "counters", value: String(next) }]]), result: next };
 * });
 * ```
 */
export function createStateStore(options: StateStoreOptions): StateStore {
  const { path, id = "state", now = () => new Date(), keepDays = 30, busyTimeoutMs = 5000, closesAtExit = false } = options;
  const file = { id, path: resolve(path), readOnly: false, busyTimeoutMs, durability: "normal" } as const;
  const driver = openDatabase(openLightDriver, file, format);
  if (closesAtExit) driver.exec(`PRAGMA wal_autocheckpoint = ${maxLogPages}`);
  let isClosed = false;
  const requireOpen = (): Driver => {
    if (isClosed) throw new PreceptError("STORE_CLOSED", { store: id });
    return driver;
  };
  return {
    // Async, so that errors become rejections.
    read: async (groups) => readEntries(requireOpen(), groups),
    async update(groups, change) {
      const open = requireOpen();
      return open.transaction(() => {
        const time = now().getTime();
        open.run("DELETE FROM entries WHERE written_at < ?", time - keepDays * day);
        const before = readEntries(open, groups);
        const { entries, result } = change(before);
        for (const key of before.keys()) if (!entries.has(key)) open.run("DELETE FROM entries WHERE key = ?", encodeText(key));
        for (const [key, { group, value }] of entries) {
          const known = before.get(key);
          if (known?.value !== value || known.group !== group) {
            open.run(upsert, encodeText(key), encodeText(group), encodeText(value), time);
          }
        }
        return result;
      });
    },
    async [Symbol.asyncDispose]() {
      if (isClosed) return;
      isClosed = true;
      if (!closesAtExit) closeDatabase(driver, file);
    },
  };
}

function readEntries(driver: Driver, groups: readonly string[] | undefined): ReadonlyMap<string, StateEntry> {
  const rows =
    groups === undefined
      ? driver.all(`${select} ORDER BY key`)
      : driver.all(
          `${select} WHERE "group" IN (SELECT value FROM json_each(?)) ORDER BY key`,
          JSON.stringify(groups.map(encodeText)),
        );
  return new Map(
    (rows as readonly (StateEntry & { key: string })[]).map(({ key, group, value }) => [
      decodeText(key),
      { group: decodeText(group), value: decodeText(value) },
    ]),
  );
}
