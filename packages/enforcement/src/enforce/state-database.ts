import { join } from "node:path";
import { checkDatabaseFile, kindIn, makePrivateDirectory, makePrivateFile, type Root, stateDir } from "@precept/files";
import type { ProjectState, RecordUse, StateRecords } from "@precept/core";

/** Values by their keys, which differ between sessions. */
export type StateValues<Value> = ReadonlyMap<string, Value>;

/** Where the databases of a project are, and how a process uses them. */
export interface StateLocation {
  readonly project: Root;
  readonly isReadOnly: boolean;
  /** See `EnforcementOptions`. */
  readonly endsSoon: boolean;
  /** Where the values are instead, for several servers. */
  readonly shared?: ProjectState | undefined;
}

/** Records in a database that this process has opened itself, or in one that it shares. */
type OpenRecords = StateRecords & Partial<AsyncDisposable>;

/** Values of sessions, in a database that all processes share, see {@link StateLocation}. Loaded on first use; retains values for 30 days. */
export class StateDatabase<Value> implements AsyncDisposable {
  /** Whether nothing is stored. Subclasses must not call `update` then. */
  protected readonly isReadOnly: boolean;
  readonly #project: Root;
  readonly #endsSoon: boolean;
  readonly #shared: ProjectState | undefined;
  readonly #id: RecordUse;
  readonly #path: string;
  readonly #sessionOf: (value: Value) => string;
  #opening: Promise<OpenRecords> | undefined;

  /** @param id the name of the file, and of the store in error messages. */
  constructor({ project, isReadOnly, endsSoon, shared }: StateLocation, id: RecordUse, sessionOf: (value: Value) => string) {
    this.isReadOnly = isReadOnly;
    this.#project = project;
    this.#endsSoon = endsSoon;
    this.#shared = shared;
    this.#id = id;
    this.#path = join(stateDir, `${id}.sqlite`);
    this.#sessionOf = sessionOf;
  }

  /** Lists the values of a session. Default: of all sessions. */
  async list(session?: string): Promise<readonly Value[]> {
    return [...(await this.read(session === undefined ? undefined : [session])).values()];
  }

  /** Reads the values of sessions. Default: all sessions. There are none without a database. */
  protected async read(sessions?: readonly string[]): Promise<StateValues<Value>> {
    const entries = await (await this.#open(false))?.read(sessions);
    return this.#valuesIn(entries ?? new Map());
  }

  /** Changes sessions in one transaction. An error closes the database. Undefined if it is missing, unless `isNew`. */
  protected async update<Result>(
    sessions: readonly string[],
    isNew: boolean,
    change: (values: StateValues<Value>) => { readonly values: StateValues<Value>; readonly result: Result },
  ): Promise<Result | undefined> {
    const store = await this.#open(isNew);
    if (store === undefined) return undefined;
    try {
      return await store.update(sessions, (entries) => {
        const { values, result } = change(this.#valuesIn(entries));
        const changed = Array.from(values, ([key, value]) => {
          return [key, { group: this.#sessionOf(value), value: JSON.stringify(value) }] as const;
        });
        return { entries: new Map(changed), result };
      });
    } catch (error) {
      this.#opening = undefined;
      await Promise.resolve(store[Symbol.asyncDispose]?.()).catch(() => undefined);
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const store = await this.#opening?.catch(() => undefined);
    await store?.[Symbol.asyncDispose]?.();
  }

  #valuesIn(entries: ReadonlyMap<string, { readonly value: string }>): StateValues<Value> {
    return new Map(Array.from(entries, ([key, { value }]) => [key, JSON.parse(value) as Value]));
  }

  async #open(isNew: boolean): Promise<OpenRecords | undefined> {
    if (this.#shared !== undefined) return this.#shared.state.records(this.#id, this.#shared.project);
    if (this.#opening === undefined && !isNew && kindIn(this.#project, this.#path, "entry") === undefined) return undefined;
    this.#opening ??= this.#create();
    try {
      return await this.#opening;
    } catch (error) {
      // The next call tries again.
      this.#opening = undefined;
      throw error;
    }
  }

  async #create(): Promise<OpenRecords> {
    await makePrivateDirectory(this.#project, stateDir);
    // SQLite gives its other files the mode of this one.
    await makePrivateFile(this.#project, this.#path);
    const { createStateStore } = await import("@precept/store-sqlite/state");
    const path = checkDatabaseFile(this.#project, this.#path);
    return createStateStore({ id: this.#id, path, closesAtExit: this.#endsSoon });
  }
}
