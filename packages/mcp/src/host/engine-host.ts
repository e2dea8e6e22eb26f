import { randomUUID } from "node:crypto";
import type { PolicyEngine, Registrant, TrustedSignals } from "@precept/enforcement";
import type { RuleEngineHost } from "./rule-engine-host.ts";

/** Anything with a policy engine: a workspace, or a program with an engine of its own. */
export interface EngineOwner {
  readonly policies: Pick<PolicyEngine, "tables" | "list" | "register" | "check" | "enforce" | "subscribe">;
}

/** What clients may do with the policies. */
export interface EngineHostOptions {
  /** Whether clients can register policies, and replace those that they registered with newer versions. Default true. */
  readonly mayRegister?: boolean;
  /**
   * Identifies the client that registers policies, for as long as it may replace them: an id that no other client has. Default: a new one for each host.
   */
  readonly registrant?: Pick<Registrant, "client" | "user" | "session">;
  /** What the program vouches for: see `CheckOptions.signals`. Default: nothing. */
  readonly signals?: TrustedSignals;
}

/**
 * Makes a host of a policy engine. Decisions have their consequences: audit entries, planned fixes, and, if the engine's settings ask for them,
 * notifications and rollbacks. Policies that clients register are in memory only, and are active for all clients of the engine. They can only add violations,
 * and each registration is in the audit log.
 *
 * @example
 * ```ts
 * import { ruleEngineHostOf, servePreceptOnStdio } from "@precept/mcp";
 * import { openWorkspace } from "@precept/workspace";
 *
 * await using workspace = await openWorkspace(".");
 * await servePreceptOnStdio({ policies: ruleEngineHostOf(workspace) }).closed;
 * ```
 */
export function ruleEngineHostOf({ policies }: EngineOwner, options: EngineHostOptions = {}): RuleEngineHost {
  const { mayRegister = true, registrant = { client: randomUUID() }, signals = {} } = options;
  return {
    tables: () => policies.tables(),
    policies: () => policies.list(),
    ...(mayRegister && { register: (source, by) => policies.register(source, { by: { ...by, ...registrant } }) }),
    check: (subject, options) => policies.check(subject, { ...options, signals }),
    enforce: (subject, options) => policies.enforce(subject, { ...options, signals }),
    subscribe(listener) {
      const unsubscribe = policies.subscribe(({ saved, deleted }) => {
        if (saved.length + deleted.length > 0) listener();
      });
      // Policies that were not read yet do not change. Reading them for the first time is a change.
      policies.list().catch(() => undefined);
      return unsubscribe;
    },
  };
}
