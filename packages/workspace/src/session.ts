import {
  createRule,
  PreceptError,
  type Cancellable,
  type ResolveOptions,
  type ResolveRequest,
  type Resolution,
  type Rule,
  type Rulebook,
  type RuleInput,
  type RuleStore,
  type StoredRule,
} from "@precept/core";

/** The input of a session rule. Its scope and origin come from the session. The id defaults to one made from the name. */
export type SessionRuleInput = Omit<RuleInput, "id" | "scope" | "origin"> & { readonly id?: string };

/** A conversation with an agent, with rules of its own. They are in memory and are deleted when the session ends. */
export interface Session extends AsyncDisposable {
  readonly id: string;
  /**
   * Adds a rule. It applies only to requests of this session, and overrides rules of the same name in all other scopes.
   *
   * @throws PreceptError `RULE_INVALID`; `RULE_CONFLICT` if the session already has a rule with this id; `SESSION_ENDED`.
   */
  add(rule: SessionRuleInput, options?: Cancellable): Promise<StoredRule>;
  /** Resolves a request of this session. */
  resolve(request?: Omit<ResolveRequest, "session">, options?: ResolveOptions & Cancellable): Promise<Resolution>;
  /** The added rules, in the order in which they were added. */
  rules(): Promise<readonly Rule[]>;
  /** Ends the session and deletes its rules. Further calls do nothing. */
  end(): Promise<void>;
}

/** A session whose rules are in a store shared with other sessions. */
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

  async add({ id, ...input }: SessionRuleInput, options: Cancellable = {}): Promise<StoredRule> {
    this.#refuseEnded();
    const prefix = `session:${encodeURIComponent(this.id)}/`;
    const origin = { store: this.#store.id, session: this.id };
    const rule = createRule({ ...input, id: prefix + (id ?? input.name), scope: "session", origin });
    // The store is shared, so `replaces` could name a rule of another session.
    const foreign = rule.replaces.find((replaced) => !replaced.startsWith(prefix));
    if (foreign !== undefined) {
      const problems = [`replaces: "${foreign}" is not a rule of this session; use its name and \`override\` instead`];
      throw new PreceptError("RULE_INVALID", { name: rule.name, reasons: problems });
    }
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
