import { Listeners, type Diagnostic, type Rule, type StoreChange } from "@precept/core";
import type { Config } from "./config/config.ts";
import type { PoliciesChange } from "@precept/enforcement";

/** What changed in a workspace, all at once. The next request sees it. */
export interface WorkspaceChange {
  /** New and changed rules. */
  readonly rules: readonly Rule[];
  /** The ids of rules that are gone. */
  readonly deleted: readonly string[];
  /** Everything that is wrong now, whether or not it was before. */
  readonly diagnostics: readonly Diagnostic[];
  /** The configuration as it is now, where that is what changed. */
  readonly config?: Config;
  /** What changed in the policies, where they are in use. */
  readonly policies?: PoliciesChange;
}

/** Tells what changed, once for each set of changes that belong together. */
export class WorkspaceFeed {
  readonly #listeners: Listeners<WorkspaceChange>;
  readonly #diagnostics: () => readonly Diagnostic[];
  /** By store and id: stores may share ids. */
  readonly #saved = new Map<string, Rule>();
  readonly #deleted = new Map<string, string>();
  #isHeld = false;

  /** @param diagnostics what is wrong, as of now. */
  constructor(diagnostics: () => readonly Diagnostic[], onListenerError: (error: unknown) => void) {
    this.#diagnostics = diagnostics;
    this.#listeners = new Listeners(onListenerError);
  }

  subscribe(listener: (change: WorkspaceChange) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** A change of one store. It is told at once, or when the feed is held no longer. */
  add(store: string, { saved, deleted }: StoreChange): void {
    for (const id of deleted) {
      this.#saved.delete(`${store} ${id}`);
      this.#deleted.set(`${store} ${id}`, id);
    }
    for (const rule of saved) {
      this.#deleted.delete(`${store} ${rule.id}`);
      this.#saved.set(`${store} ${rule.id}`, rule);
    }
    if (!this.#isHeld) this.#publish();
  }

  /** Gathers changes, until they are released as one. */
  hold(): void {
    this.#isHeld = true;
  }

  /** @param news whether there is something to tell apart from rules; `config` where it is that. */
  release(news: boolean, config?: Config): void {
    this.#isHeld = false;
    if (news || config !== undefined || this.#saved.size > 0 || this.#deleted.size > 0) this.#publish(config);
  }

  /** Policies change apart from rules, and are told at once. */
  tellPolicies(policies: PoliciesChange): void {
    this.#listeners.emit({ rules: [], deleted: [], diagnostics: this.#diagnostics(), policies });
  }

  close(): void {
    this.#listeners.clear();
  }

  #publish(config?: Config): void {
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
