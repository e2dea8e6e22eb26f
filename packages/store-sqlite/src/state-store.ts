import { resolve } from "node:path";
import { PreceptError } from "@precept/core";
import type { Driver } from "./driver.ts";
import { openDriver } from "./open-driver.ts";
import { closeDatabase, openDatabase, type FileFormat } from "./open.ts";

/** A piece of state, and the group that it is read with. */
export interface StateEntry {
  readonly group: string;
  readonly value: string;
}

/** What a change makes of the entries it was given, and its answer. */
export interface StateStep<Result> {
  /** All of them, by key, as they are to be. What is left out is deleted. */
  readonly entries: ReadonlyMap<string, StateEntry>;
  readonly result: Result;
}

/** Small state that many processes read and change, in one SQLite file. */
export interface StateStore extends AsyncDisposable {
  /**
   * The entries by key.
   *
   * @param groups default: all.
   * @throws PreceptError `STORE_FAILED`, `STORE_CLOSED`.
   */
  read(groups?: readonly string[]): Promise<ReadonlyMap<string, StateEntry>>;
  /**
   * Changes the entries of some groups. Nobody else changes anything in between, so nothing that another process wrote is lost; what the
   * change throws takes all of it back.
   *
   * @throws PreceptError `STORE_FAILED`, `STORE_CLOSED`.
   */
  update<Result>(
    groups: readonly string[],
    change: (entries: ReadonlyMap<string, StateEntry>) => StateStep<Result>,
  ): Promise<Result>;
}

export interface StateStoreOptions {
  /** The file, which is created where it is missing; its directory has to be there. Relative to the current directory. */
  readonly path: string;
  /** What failures call it. Default `state`. */
  readonly id?: string;
  /** The clock. Default: the system's. */
  readonly now?: () => Date;
  /** After how many days an entry that nobody has changed is forgotten. Default 30. */
  readonly keepDays?: number;
  /** How long a call waits for another process's lock, in milliseconds. Default 5000. */
  readonly busyTimeoutMs?: number;
}

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
 * Opens a file of state.
 *
 * @throws PreceptError `STORE_FAILED` where it can't be opened, or is another program's.
 */
export function createStateStore(options: StateStoreOptions): StateStore {
  const { path, id = "state", now = () => new Date(), keepDays = 30, busyTimeoutMs = 5000 } = options;
  const place = { id, path: resolve(path), readOnly: false, busyTimeoutMs, durability: "normal" } as const;
  const driver = openDatabase(openDriver, place, format);
  let isClosed = false;
  const requireOpen = (): Driver => {
    if (isClosed) throw new PreceptError("STORE_CLOSED", { store: id });
    return driver;
  };
  return {
    // Async, so that what goes wrong is a rejection.
    read: async (groups) => readEntries(requireOpen(), groups),
    async update(groups, change) {
      const open = requireOpen();
      return open.transaction(() => {
        const time = now().getTime();
        open.run("DELETE FROM entries WHERE written_at < ?", time - keepDays * day);
        const before = readEntries(open, groups);
        const { entries, result } = change(before);
        for (const key of before.keys()) if (!entries.has(key)) open.run("DELETE FROM entries WHERE key = ?", key);
        for (const [key, { group, value }] of entries) {
          const known = before.get(key);
          if (known?.value !== value || known.group !== group) open.run(upsert, key, group, value, time);
        }
        return result;
      });
    },
    async [Symbol.asyncDispose]() {
      if (isClosed) return;
      isClosed = true;
      closeDatabase(driver, place);
    },
  };
}

function readEntries(driver: Driver, groups: readonly string[] | undefined): ReadonlyMap<string, StateEntry> {
  const rows =
    groups === undefined
      ? driver.all(`${select} ORDER BY key`)
      : driver.all(`${select} WHERE "group" IN (SELECT value FROM json_each(?)) ORDER BY key`, JSON.stringify(groups));
  return new Map((rows as readonly (StateEntry & { key: string })[]).map(({ key, group, value }) => [key, { group, value }]));
}
