import type { StoreKind } from "@precept/contract/values";
import { dirname, join, resolve } from "node:path";
import { createMemoryStore, PreceptError, scopeTable, withoutUndefined, type RuleStore, type Scope } from "@precept/core";
import { checkDatabaseFile, existsAt, isWritable, makeDirectory, messageOf, pathInside, rootFor, stateDir } from "@precept/files";
import { createFsStore, type FsRoot } from "@precept/store-fs";
import type { OpenEmbedder } from "./open-embedder.ts";
import { createMemoryIdentification } from "./context/memory-identity.ts";
import { snapshotLocation } from "./location.ts";
import type { WorkspaceOptions } from "./options.ts";
import type { WorkspacePlan } from "./plan.ts";
import { createPrivacyCheck } from "./private-files.ts";

export interface OpenStore {
  readonly kind: StoreKind;
  /** Identifies the settings that the store was opened with. A store with the same key stays open. */
  readonly key: string;
  readonly store: RuleStore;
}

interface StoreKindSpec {
  /** Where the id of a new rule comes from: the path of its file, or the caller. */
  readonly ids: "path" | "caller";
  /** Whether new rules of a scope can be saved in it. */
  readonly accepts: (scope: Scope, roots: readonly FsRoot[]) => boolean;
  /** Returns the key of the store of this kind in a plan; undefined if the plan has none. */
  readonly keyOf: (plan: WorkspacePlan, embedder: OpenEmbedder | undefined) => string | undefined;
  /** Opens the store. `previous` is the store of this kind that is open now. */
  readonly open: (
    plan: WorkspacePlan,
    options: WorkspaceOptions,
    embedder: OpenEmbedder | undefined,
    previous: RuleStore | undefined,
  ) => RuleStore | Promise<RuleStore>;
}

/** Every kind of store, in the order in which they are considered for a new rule. */
export const storeKinds: Readonly<Record<StoreKind, StoreKindSpec>> = {
  fs: {
    ids: "path",
    accepts: (scope, roots) => scopeTable[scope].isPersistent && roots.some((root) => (root.scope ?? "project") === scope),
    keyOf: fsKeyOf,
    open: (plan, options, _, previous) => openFs(plan, options, previous),
  },
  sqlite: {
    ids: "caller",
    accepts: (scope) => scopeTable[scope].isPersistent,
    keyOf: ({ settings: { sqlite } }, embedder) => (sqlite === undefined ? undefined : JSON.stringify([sqlite, embedder?.key])),
    open: openSqlite,
  },
  postgres: {
    ids: "caller",
    accepts: (scope) => scopeTable[scope].isPersistent,
    keyOf: ({ settings: { postgres } }, embedder) =>
      postgres === undefined ? undefined : JSON.stringify([postgres, embedder === undefined]),
    open: openPostgres,
  },
  session: {
    ids: "caller",
    accepts: (scope) => !scopeTable[scope].isPersistent,
    keyOf: () => "",
    open: (_, options) => createMemoryStore({ ...sharedOptions(options), id: "session", history: false }),
  },
};

const kinds = Object.keys(storeKinds) as readonly StoreKind[];

/** Opens the stores of a plan, reusing open ones with the same key. @throws PreceptError `STORE_FAILED` */
export async function openStores(
  plan: WorkspacePlan,
  options: WorkspaceOptions,
  embedder: OpenEmbedder | undefined,
  opened: readonly OpenStore[] = [],
): Promise<readonly OpenStore[]> {
  const stores: OpenStore[] = [];
  for (const kind of kinds) {
    const key = storeKinds[kind].keyOf(plan, embedder);
    if (key === undefined) continue;
    const current = opened.find((one) => one.kind === kind);
    if (current?.key === key) stores.push(current);
    else stores.push({ kind, key, store: await storeKinds[kind].open(plan, options, embedder, current?.store) });
  }
  return stores;
}

export function isOpenFor(opened: readonly OpenStore[], plan: WorkspacePlan, embedder: OpenEmbedder | undefined): boolean {
  return kinds.every((kind) => opened.find((one) => one.kind === kind)?.key === storeKinds[kind].keyOf(plan, embedder));
}

function sharedOptions({ watch = false, onListenerError }: WorkspaceOptions) {
  return withoutUndefined({ watch, onListenerError });
}

function openFs(plan: WorkspacePlan, options: WorkspaceOptions, previous: RuleStore | undefined): RuleStore {
  const exported = new Set(plan.exported);
  const { onProgress } = options;
  return createFsStore({
    ...sharedOptions(options),
    id: "fs",
    roots: plan.roots.map((root) => ({ ...root, stateDir: stateDirOf(root, plan) })),
    projectDir: plan.root,
    trustedDirs: plan.trust.project.trusted,
    isPrivate: createPrivacyCheck(plan.root, plan.trust),
    identifyMemory: createMemoryIdentification(plan.settings),
    readOnly: options.readOnly ?? false,
    watchBackend: plan.settings.watchBackend,
    notices: plan.notices,
    ...withoutUndefined({ cache: snapshotLocation(plan, options), previous, onProgress }),
    ...(exported.size > 0 && { skips: (file) => exported.has(file) }),
  });
}

/** Personal rules have their state in the user's directory, all others in the project. */
function stateDirOf({ dir }: FsRoot, { root, home }: WorkspacePlan): string {
  return pathInside(home, resolve(root, dir)) === undefined ? join(root, stateDir) : join(home, "state");
}

function fsKeyOf({ roots, exported, trust, notices, settings }: WorkspacePlan): string {
  const named = roots.map(({ codec, ...root }) => ({ ...root, codec: codec.id }));
  return JSON.stringify([
    named,
    exported,
    trust.project.trusted,
    trust.allowPrivate,
    notices,
    settings.context.dir,
    settings.watchBackend,
  ]);
}

/** Opens the database. Its code is loaded only if there is one. */
async function openSqlite(
  { trust, settings }: WorkspacePlan,
  options: WorkspaceOptions,
  embedder: OpenEmbedder | undefined,
): Promise<RuleStore> {
  const { sqlite: path = "" } = settings;
  try {
    // A database that the user named in an option may be anywhere.
    const root = rootFor(trust.project, dirname(path));
    const readOnly = options.readOnly === true && !(options.countUse === true && isWritableDatabase(path));
    if (options.readOnly !== true) await makeDirectory(root, dirname(path));
    const { createSqliteStore } = await import("@precept/store-sqlite");
    return createSqliteStore({
      ...sharedOptions(options),
      readOnly,
      id: "sqlite",
      path: checkDatabaseFile(root, path),
      ...(embedder !== undefined && { embedder: embedder.embedder }),
    });
  } catch (error) {
    if (PreceptError.is(error)) throw error;
    const problem = `cannot open "${path}": ${messageOf(error)}`;
    throw new PreceptError("STORE_FAILED", { store: "sqlite", reason: problem, retryable: false }, { cause: error });
  }
}

/**
 * Creates the store of a PostgreSQL database, which connects with the first call. Its code is loaded only if there is one. It
 * finds rules by words; with an embedder, the rulebook searches in its memory.
 */
async function openPostgres(
  { settings: { postgres } }: WorkspacePlan,
  options: WorkspaceOptions,
  embedder: OpenEmbedder | undefined,
): Promise<RuleStore> {
  const { createPostgresStore } = await import("@precept/store-postgres");
  return createPostgresStore({
    url: "",
    ...postgres,
    ...sharedOptions(options),
    id: "postgres",
    search: embedder === undefined,
    readOnly: options.readOnly === true && options.countUse !== true,
  });
}

/** Whether an existing database can be written. SQLite also writes files next to it. */
function isWritableDatabase(path: string): boolean {
  return existsAt(path) && isWritable(path) && isWritable(dirname(path));
}
