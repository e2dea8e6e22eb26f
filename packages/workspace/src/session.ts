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

/** @param onEnd is called when the session ends. */
export function createSession(id: string, store: RuleStore, rulebook: Rulebook, onEnd: () => void): Session {
  if (id === "") throw new PreceptError("OPTION_VALUE_INVALID", { option: "session", value: id, expected: "an id" });
  const ids = new Set<string>();
  let hasEnded = false;
  const refuseEnded = (): void => {
    if (hasEnded) throw new PreceptError("SESSION_ENDED", { session: id });
  };
  const session: Session = {
    id,
    async add(input, options = {}) {
      refuseEnded();
      const rule = createSessionRule(input, { session: id }, store.id);
      // Recorded before it is saved, because `end` may be called in between.
      ids.add(rule.id);
      return store.save(rule, options);
    },
    async resolve(request = {}, options = {}) {
      refuseEnded();
      return rulebook.resolve({ ...request, session: id }, options);
    },
    async rules() {
      if (hasEnded) return [];
      const stored = await Promise.all([...ids].map((one) => store.get(one)));
      return stored.flatMap((found) => (found === undefined ? [] : [found.rule]));
    },
    async end() {
      if (hasEnded) return;
      hasEnded = true;
      onEnd();
      await store.apply([...ids].map((one) => ({ kind: "delete", id: one }))).catch((error: unknown) => {
        // A closed workspace has deleted the rules of all sessions.
        if (!PreceptError.is(error, "STORE_CLOSED")) throw error;
      });
    },
    [Symbol.asyncDispose]: () => session.end(),
  };
  return session;
}
