import { join } from "node:path";
import { checkDatabaseFile, kindIn, makePrivateDirectory, type Root } from "@precept/files";
import {
  emptySoftHookState,
  reduceSoftHooks,
  type SoftHook,
  type SoftHookEvent,
  type EscalationPolicy,
  type SoftHookState,
  type SoftHookStep,
} from "@precept/governance";
import type { StateEntry, StateStore } from "@precept/store-sqlite";
import { stateDir } from "../paths.ts";

const path = join(stateDir, "soft-hooks.sqlite");

/** Stores open soft hooks in a database that all processes of a project share. */
export class SoftHookStore implements AsyncDisposable {
  readonly #project: Root;
  readonly #isReadOnly: boolean;
  #opening: Promise<StateStore> | undefined;

  constructor(project: Root, isReadOnly: boolean) {
    this.#project = project;
    this.#isReadOnly = isReadOnly;
  }

  /** Applies an event to the open soft hooks. In read-only mode it only reads them. */
  async apply(event: SoftHookEvent, escalationPolicy: EscalationPolicy): Promise<SoftHookStep> {
    // Projects without advice do not load the database.
    const isNew = !this.#isReadOnly && event.kind === "checked" && event.occurrences.some(({ isAdvice }) => isAdvice);
    const store = await this.#open(isNew);
    if (store === undefined) return { state: emptySoftHookState, effects: [] };
    if (this.#isReadOnly) return { state: stateIn(await store.read(groupsOf(event))), effects: [] };
    try {
      return await store.update(groupsOf(event), (entries) => {
        const step = reduceSoftHooks(stateIn(entries), event, escalationPolicy);
        return { entries: entriesOf(step.state), result: step };
      });
    } catch (error) {
      // The file may have been replaced. The next call opens it again.
      this.#opening = undefined;
      await Promise.resolve(store[Symbol.asyncDispose]()).catch(() => undefined);
      throw error;
    }
  }

  async list(session?: string): Promise<readonly SoftHook[]> {
    const store = await this.#open(false);
    if (store === undefined) return [];
    return Object.values(stateIn(await store.read(session === undefined ? undefined : [session])).hooks);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const store = await this.#opening?.catch(() => undefined);
    await store?.[Symbol.asyncDispose]();
  }

  async #open(isNew: boolean): Promise<StateStore | undefined> {
    if (this.#opening === undefined && !isNew && kindIn(this.#project, path, "entry") === undefined) return undefined;
    this.#opening ??= open(this.#project);
    try {
      return await this.#opening;
    } catch (error) {
      // The next call tries again.
      this.#opening = undefined;
      throw error;
    }
  }
}

async function open(project: Root): Promise<StateStore> {
  await makePrivateDirectory(project, stateDir);
  const { createStateStore } = await import("@precept/store-sqlite");
  return createStateStore({ id: "soft-hooks", path: checkDatabaseFile(project, path) });
}

function groupsOf(event: SoftHookEvent): readonly string[] {
  return event.kind === "forked" ? [event.from, event.to] : [event.session];
}

function stateIn(entries: ReadonlyMap<string, StateEntry>): SoftHookState {
  return { hooks: Object.fromEntries([...entries].map(([key, { value }]) => [key, JSON.parse(value) as SoftHook])) };
}

function entriesOf({ hooks }: SoftHookState): ReadonlyMap<string, StateEntry> {
  return new Map(Object.entries(hooks).map(([key, hook]) => [key, { group: hook.session, value: JSON.stringify(hook) }]));
}
