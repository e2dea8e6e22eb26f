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

/** A rule for one session. Scope and origin follow from the session; the id, where there is none, from the name. */
export type SessionRuleInput = Omit<RuleInput, "id" | "scope" | "origin"> & { readonly id?: string };

/** One conversation with an agent, and the rules that hold for it alone. They are kept in memory and end with it. */
export interface Session extends AsyncDisposable {
  readonly id: string;
  /**
   * Adds a rule. It applies to this session's requests only, and takes precedence over rules of the same name everywhere else.
   *
   * @throws PreceptError `RULE_INVALID`; `RULE_CONFLICT` where the session has a rule with this id; `SESSION_ENDED`.
   */
  add(rule: SessionRuleInput, options?: Cancellable): Promise<StoredRule>;
  /** As the workspace does it, for this session. */
  resolve(request?: Omit<ResolveRequest, "session">, options?: ResolveOptions & Cancellable): Promise<Resolution>;
  /** The rules that were added, in that order. */
  rules(): Promise<readonly Rule[]>;
  /** Removes the session's rules. Further calls do nothing. */
  end(): Promise<void>;
}

/** Opens a session whose rules are kept in a store together with those of other sessions. */
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
    const own = `session:${encodeURIComponent(this.id)}/`;
    const origin = { store: this.#store.id, session: this.id };
    const rule = createRule({ ...input, id: own + (id ?? input.name), scope: "session", origin });
    // The store is shared, and a rule supersedes whichever rule of its store it names.
    const foreign = rule.replaces.find((replaced) => !replaced.startsWith(own));
    if (foreign !== undefined) {
      const problems = [`replaces: "${foreign}" is not a rule of this session; use its name and \`override\` instead`];
      throw new PreceptError("RULE_INVALID", { name: rule.name, problems });
    }
    // Noted before it is there: `end` may come in between.
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
      // With the workspace every session's rules are gone.
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
