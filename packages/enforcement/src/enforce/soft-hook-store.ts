import type { Root } from "@precept/files";
import {
  emptySoftHookState,
  reduceSoftHooks,
  type SoftHook,
  type SoftHookEvent,
  type EscalationPolicy,
  type SoftHookState,
  type SoftHookStep,
} from "@precept/governance";
import type { StateEntry } from "@precept/store-sqlite";
import { StateDatabase } from "./state-database.ts";

/** Stores open soft hooks in a database that all processes of a project share. */
export class SoftHookStore implements AsyncDisposable {
  readonly #database: StateDatabase;
  readonly #isReadOnly: boolean;

  constructor(project: Root, isReadOnly: boolean) {
    this.#database = new StateDatabase(project, "soft-hooks");
    this.#isReadOnly = isReadOnly;
  }

  /** Applies an event to the open soft hooks. In read-only mode it only reads them. */
  async apply(event: SoftHookEvent, escalationPolicy: EscalationPolicy): Promise<SoftHookStep> {
    // Projects without advice do not load the database.
    const isNew = !this.#isReadOnly && event.kind === "checked" && event.occurrences.some(({ isAdvice }) => isAdvice);
    const store = await this.#database.open(isNew);
    if (store === undefined) return { state: emptySoftHookState, effects: [] };
    if (this.#isReadOnly) return { state: stateIn(await store.read(groupsOf(event))), effects: [] };
    return this.#database.use(store, async (opened) =>
      opened.update(groupsOf(event), (entries) => {
        const step = reduceSoftHooks(stateIn(entries), event, escalationPolicy);
        return { entries: entriesOf(step.state), result: step };
      }),
    );
  }

  async list(session?: string): Promise<readonly SoftHook[]> {
    const store = await this.#database.open(false);
    if (store === undefined) return [];
    return Object.values(stateIn(await store.read(session === undefined ? undefined : [session])).hooks);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database[Symbol.asyncDispose]();
  }
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
