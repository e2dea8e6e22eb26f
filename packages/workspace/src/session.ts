import {
  PreceptError,
  type Cancellable,
  type ResolveOptions,
  type ResolveRequest,
  type Resolution,
  type Rule,
  type Rulebook,
  type RuleStore,
  type StoredRule,
} from "@precept/core";
import { createSessionRule, type SessionRuleInput } from "./session-rule.ts";

/** A conversation with an agent, with its own rules. They are in memory and are deleted when the session ends. */
export interface Session extends AsyncDisposable {
  readonly id: string;
  /**
   * Adds a rule. It applies only to requests of this session, and overrides rules of the same name in all other scopes.
   *
   * @throws PreceptError `RULE_INVALID`; `RULE_CONFLICT` if the session already has a rule with this id;
   *   `SESSION_ENDED`.
   */
  add(rule: SessionRuleInput, options?: Cancellable): Promise<StoredRule>;
  /** Resolves a request of this session. */
  resolve(request?: Omit<ResolveRequest, "session">, options?: ResolveOptions & Cancellable): Promise<Resolution>;
  /** The added rules, in the order in which they were added. */
  rules(): Promise<readonly Rule[]>;
  /** Ends the session and deletes its rules. Further calls do nothing. */
  end(): Promise<void>;
}

export class OpenSession implements Session {
  readonly id: string;
  readonly #store: RuleStore;
  readonly #rulebook: Rulebook;
  readonly #ids = new Set<string>();
  readonly #onEnd: () => void;
  #hasEnded = false;

  constructor(id: string, store: RuleStore, rulebook: Rulebook, onEnd: () => void) {
    if (id === "") throw new PreceptError("OPTION_VALUE_INVALID", { option: "session", value: id, expected: "an id" });
    this.id = id;
    this.#store = store;
    this.#rulebook = rulebook;
    this.#onEnd = onEnd;
  }

  async add(input: SessionRuleInput, options: Cancellable = {}): Promise<StoredRule> {
    this.#refuseEnded();
    const rule = createSessionRule(input, { session: this.id }, this.#store.id);
    // Recorded before it is saved, because `end` may be called in between.
    this.#ids.add(rule.id);
    return this.#store.save(rule, options);
  }

  async resolve(request: Omit<ResolveRequest, "session"> = {}, options: ResolveOptions & Cancellable = {}): Promise<Resolution> {
    this.#refuseEnded();
    return this.#rulebook.resolve({ ...request, session: this.id }, options);
  }

  async rules(): Promise<readonly Rule[]> {
    if (this.#hasEnded) return [];
    const stored = await Promise.all([...this.#ids].map((id) => this.#store.get(id)));
    return stored.flatMap((found) => (found === undefined ? [] : [found.rule]));
  }

  async end(): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#onEnd();
    await this.#store.apply([...this.#ids].map((id) => ({ kind: "delete", id }))).catch((error: unknown) => {
      // A closed workspace has deleted the rules of all sessions.
      if (!PreceptError.is(error, "STORE_CLOSED")) throw error;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }

  #refuseEnded(): void {
    if (!this.#hasEnded) return;
    throw new PreceptError("SESSION_ENDED", { session: this.id });
  }
}
