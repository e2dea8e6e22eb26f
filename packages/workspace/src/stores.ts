import { dirname } from "node:path";
import { createMemoryStore, PreceptError, type RuleStore } from "@precept/core";
import { checkDatabaseFile, makeDirectory, rootFor } from "@precept/files";
import { createFsStore } from "@precept/store-fs";
import type { SqliteStoreOptions } from "@precept/store-sqlite";
import { messageOf } from "./failure.ts";
import type { WorkspaceOptions } from "./options.ts";
import type { WorkspacePlan } from "./plan.ts";

/** What each store is called, in `origin.store` and in messages. */
export type StoreKind = "fs" | "sqlite" | "session";

/** A store, and what it was opened for: the same key means that it need not be opened anew. */
interface Keyed {
  readonly key: string;
  readonly store: RuleStore;
}

/** The stores of a workspace. */
export interface OpenStores {
  readonly fs: Keyed;
  readonly sqlite: Keyed | undefined;
  /** Of the rules that end with their session. */
  readonly session: RuleStore;
}

/**
 * Opens what a plan asks for. Stores that are open already stay as they are.
 *
 * @throws PreceptError `STORE_FAILED` where the database can't be opened.
 */
export async function openStores(plan: WorkspacePlan, options: WorkspaceOptions, open?: OpenStores): Promise<OpenStores> {
  const { watch = false, readOnly = false, onListenerError } = options;
  const shared = { watch, ...(onListenerError !== undefined && { onListenerError }) };
  const { sqlite: path } = plan.settings;
  const key = keyOf(plan);
  const exported = new Set(plan.exported);
  const { trusted: trustedDirs } = plan.trust.project;
  const fs = {
    roots: plan.roots,
    projectDir: plan.root,
    trustedDirs,
    readOnly,
    notices: plan.notices,
    ...(open !== undefined && { previous: open.fs.store }),
    skips: (file: string): boolean => exported.has(file),
  };
  return {
    fs: key === open?.fs.key ? open.fs : { key, store: createFsStore({ ...shared, ...fs, id: "fs" }) },
    sqlite: path === open?.sqlite?.key ? open?.sqlite : await openSqlite(path, plan, { ...shared, readOnly }),
    session: open?.session ?? createMemoryStore({ ...shared, id: "session", history: false }),
  };
}

/** Whether the same stores would be opened for a plan. */
export function isOpenFor({ fs, sqlite }: OpenStores, plan: WorkspacePlan): boolean {
  return fs.key === keyOf(plan) && sqlite?.key === plan.settings.sqlite;
}

/** Those of the first that the second has no use for. */
export function storesOnlyIn(first: OpenStores, second?: OpenStores): readonly RuleStore[] {
  const kept = second === undefined ? [] : storesOf(second);
  return storesOf(first).filter((store) => !kept.includes(store));
}

export function storesOf({ fs, sqlite, session }: OpenStores): readonly RuleStore[] {
  return [fs.store, ...(sqlite === undefined ? [] : [sqlite.store]), session];
}

/** The database's code is only loaded where there is a database. */
async function openSqlite(
  path: string | undefined,
  { trust }: WorkspacePlan,
  options: Omit<SqliteStoreOptions, "path" | "id">,
): Promise<Keyed | undefined> {
  if (path === undefined) return undefined;
  try {
    // A database that the user named by an option may lie anywhere.
    const within = rootFor(trust.project, dirname(path));
    if (options.readOnly !== true) await makeDirectory(within, dirname(path));
    const { createSqliteStore } = await import("@precept/store-sqlite");
    return { key: path, store: createSqliteStore({ ...options, id: "sqlite", path: checkDatabaseFile(within, path) }) };
  } catch (error) {
    if (PreceptError.is(error)) throw error;
    const problem = `cannot open "${path}": ${messageOf(error)}`;
    throw new PreceptError("STORE_FAILED", { store: "sqlite", problem }, { cause: error });
  }
}

function keyOf({ roots, exported, trust, notices }: WorkspacePlan): string {
  const named = roots.map(({ codec, ...root }) => ({ ...root, codec: codec.id }));
  return JSON.stringify([named, exported, trust.project.trusted, notices]);
}
