import { dirname, resolve } from "node:path";
import { createMemoryStore, PreceptError, type RuleStore } from "@precept/core";
import { checkDatabaseFile, existsAt, makeDirectory, openRoot, rootFor } from "@precept/files";
import { precept } from "@precept/mdc-compat";
import { createFsStore } from "@precept/store-fs";

export interface OpenStoreAtOptions {
  /** What the location is for, for messages, such as `<from>`. */
  readonly role: string;
  /** The directory that relative paths start from. */
  readonly dir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * `read`: the store must exist. A database is opened as for writing, because only then its usage is known. `compare`: it is opened
   * read-only, and is empty if it is missing. `write`: it is created if it is missing.
   */
  readonly access: "read" | "compare" | "write";
  /** The clock of databases. Default: the system clock. */
  readonly now?: () => Date;
}

/** A store that is opened by its location. */
export interface StoreAt {
  readonly store: RuleStore;
  /** Whether the store assigns the ids of rules: by the path of their files. */
  readonly assignsIds: boolean;
}

/** A store at a location, before it is opened. */
interface LocatedStore {
  readonly assignsIds: boolean;
  readonly exists: () => Promise<boolean>;
  readonly open: () => Promise<RuleStore>;
}

interface StoreLocation {
  /** The form of a location, for messages. */
  readonly form: string;
  readonly locate: (value: string, options: OpenStoreAtOptions) => LocatedStore;
}

/** All kinds of stores that can be opened by a location, by the word that it begins with. */
const storeLocations: Readonly<Record<string, StoreLocation>> = {
  directory: { form: "directory:PATH", locate: locateDirectory },
  sqlite: { form: "sqlite:PATH", locate: locateSqlite },
  postgres: { form: "postgres:VARIABLE or postgres:VARIABLE/SCHEMA", locate: locatePostgres },
};

/**
 * Opens a store that the configuration need not name: `directory:PATH`, `sqlite:PATH`, or `postgres:VARIABLE` with the environment
 * variable that has the URL, so that no password is in the arguments of a process.
 *
 * @throws PreceptError `OPTION_VALUE_INVALID` for another location, or if there is no store to read. `STORE_FAILED`.
 */
export async function openStoreAt(location: string, options: OpenStoreAtOptions): Promise<StoreAt> {
  const [kind = "", ...rest] = location.split(":");
  const value = rest.join(":");
  if (!Object.hasOwn(storeLocations, kind) || value === "") {
    const forms = Object.values(storeLocations).map(({ form }) => form);
    throw invalidLocation(location, options, forms.join(", "));
  }
  const located = (storeLocations[kind] as StoreLocation).locate(value, options);
  const { assignsIds } = located;
  if (options.access !== "write" && !(await located.exists())) {
    if (options.access === "read") throw invalidLocation(location, options, "a store that exists");
    return { store: createMemoryStore(), assignsIds };
  }
  return { store: await located.open(), assignsIds };
}

function invalidLocation(location: string, { role }: OpenStoreAtOptions, expected: string): PreceptError {
  // It can be a URL with a password.
  return new PreceptError("OPTION_VALUE_INVALID", { option: role, value: location.replace(/\/\/[^@/]*@/, "//"), expected });
}

function locateDirectory(path: string, { dir, access }: OpenStoreAtOptions): LocatedStore {
  const root = resolve(dir, path);
  const roots = [{ dir: root, scope: "project", codec: precept, optional: true }] as const;
  return {
    assignsIds: true,
    exists: async () => existsAt(root),
    open: async () => createFsStore({ projectDir: dir, roots, readOnly: access !== "write" }),
  };
}

function locateSqlite(path: string, { dir, access, now }: OpenStoreAtOptions): LocatedStore {
  const file = resolve(dir, path);
  return {
    assignsIds: false,
    exists: async () => existsAt(file),
    async open() {
      const root = rootFor(openRoot(dir), dirname(file));
      if (access === "write") await makeDirectory(root, dirname(file));
      const { createSqliteStore } = await import("@precept/store-sqlite");
      const clock = now === undefined ? {} : { now };
      return createSqliteStore({ path: checkDatabaseFile(root, file), readOnly: access === "compare", ...clock });
    },
  };
}

function locatePostgres(value: string, options: OpenStoreAtOptions): LocatedStore {
  const { env, access, now } = options;
  const [variable = "", schema] = value.split("/");
  const url = env[variable] ?? "";
  if (url === "") {
    const problem = /^\w+$/.test(variable) ? `${variable} is not set` : "other users could see a URL";
    throw invalidLocation(`postgres:${value}`, options, `the name of an environment variable with a URL; ${problem}`);
  }
  const database = { url, ...(schema !== undefined && { schema }) };
  return {
    assignsIds: false,
    async exists() {
      const { checkPostgres } = await import("@precept/store-postgres");
      return (await checkPostgres(database)).format !== undefined;
    },
    async open() {
      const { createPostgresStore } = await import("@precept/store-postgres");
      return createPostgresStore({ ...database, readOnly: access === "compare", ...(now !== undefined && { now }) });
    },
  };
}
