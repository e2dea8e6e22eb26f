import { Listeners, type Diagnostic, type Rule, type RulesChange } from "@precept/core";
import type { ContextChange } from "@precept/agent-context";
import type { Config } from "./config/config.ts";
import type { PoliciesChange } from "@precept/enforcement";

/** A set of changes in a workspace. The next request sees them. */
export interface WorkspaceChange {
  /** New and changed rules. */
  readonly rules: readonly Rule[];
  /** The ids of deleted rules. */
  readonly deleted: readonly string[];
  /** All current diagnostics, new or not. */
  readonly diagnostics: readonly Diagnostic[];
  readonly config?: Config;
  /** The changes of the policies, if they are in use. */
  readonly policies?: PoliciesChange;
  /** The changed files of the agent context for a session type: names and versions, no texts. */
  readonly context?: ContextChange;
}

/** Publishes changes of a workspace, once for each set of changes that belong together. */
export class WorkspaceFeed {
  readonly #listeners: Listeners<WorkspaceChange>;
  readonly #diagnostics: () => readonly Diagnostic[];
  /** By store and id, because two stores can have the same id. */
  readonly #saved = new Map<string, Rule>();
  readonly #deleted = new Map<string, string>();
  #isHeld = false;

  constructor(diagnostics: () => readonly Diagnostic[], onListenerError: (error: unknown) => void) {
    this.#diagnostics = diagnostics;
    this.#listeners = new Listeners(onListenerError);
  }

  subscribe(listener: (change: WorkspaceChange) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Publishes a change of one store: immediately, or when the feed is released. */
  add({ store, saved, deleted }: Pick<RulesChange, "store" | "saved" | "deleted">): void {
    for (const id of deleted) {
      this.#saved.delete(`${store} ${id}`);
      this.#deleted.set(`${store} ${id}`, id);
    }
    for (const rule of saved) {
      this.#deleted.delete(`${store} ${rule.id}`);
      this.#saved.set(`${store} ${rule.id}`, rule);
    }
    if (!this.#isHeld) this.#publishCollected();
  }

  /** Publishes that diagnostics changed: immediately, or when the feed is released. */
  addDiagnostics(): void {
    if (!this.#isHeld) this.#publishCollected();
  }

  /** Collects changes until `release`. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Publishes the collected changes as one. @param hasNewDiagnostics whether to publish even if no rule changed. */
  release(hasNewDiagnostics: boolean, config?: Config): void {
    this.#isHeld = false;
    if (hasNewDiagnostics || config !== undefined || this.#saved.size > 0 || this.#deleted.size > 0)
      this.#publishCollected(config);
  }

  /** Publishes a change of the policies or of the agent context immediately. */
  publish(change: Pick<WorkspaceChange, "policies" | "context">): void {
    this.#listeners.emit({ rules: [], deleted: [], diagnostics: this.#diagnostics(), ...change });
  }

  close(): void {
    this.#listeners.clear();
  }

  #publishCollected(config?: Config): void {
    const change: WorkspaceChange = {
      rules: [...this.#saved.values()],
      deleted: [...this.#deleted.values()],
      diagnostics: this.#diagnostics(),
      ...(config !== undefined && { config }),
    };
    this.#saved.clear();
    this.#deleted.clear();
    this.#listeners.emit(change);
  }
}
