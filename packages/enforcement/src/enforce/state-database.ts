import { join } from "node:path";
import { checkDatabaseFile, kindIn, makePrivateDirectory, type Root } from "@precept/files";
import type { StateStore } from "@precept/store-sqlite";
import { stateDir } from "../paths.ts";

/** A database of small state in `.precept/state` that all processes of a project share. It is opened, and its code is loaded, on first use. */
export class StateDatabase implements AsyncDisposable {
  readonly #project: Root;
  readonly #id: string;
  readonly #path: string;
  #opening: Promise<StateStore> | undefined;

  /** @param id the name of the file, and of the store in error messages. */
  constructor(project: Root, id: string) {
    this.#project = project;
    this.#id = id;
    this.#path = join(stateDir, `${id}.sqlite`);
  }

  /** Opens the database. @param isNew whether to create it if it does not exist; otherwise the result is undefined then. */
  async open(isNew: boolean): Promise<StateStore | undefined> {
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

  /** Calls a function with the open database. After an error, the next call opens it again: the file may have been replaced. */
  async use<Result>(store: StateStore, call: (store: StateStore) => Promise<Result>): Promise<Result> {
    try {
      return await call(store);
    } catch (error) {
      this.#opening = undefined;
      await Promise.resolve(store[Symbol.asyncDispose]()).catch(() => undefined);
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const store = await this.#opening?.catch(() => undefined);
    await store?.[Symbol.asyncDispose]();
  }

  async #create(): Promise<StateStore> {
    await makePrivateDirectory(this.#project, stateDir);
    const { createStateStore } = await import("@precept/store-sqlite/state");
    return createStateStore({ id: this.#id, path: checkDatabaseFile(this.#project, this.#path) });
  }
}
