import { withoutUndefined } from "@precept/core";
import { randomUUID } from "node:crypto";
import { countEntries, readPage, type EntryFilter } from "@precept/audit-log";
import { findSoftHook, shortKeyOf } from "@precept/enforcement/soft-hook-key";
import type { PolicyEngine, Registrant, TrustedSignals } from "@precept/enforcement";
import { thresholdOf, type SoftHook, type SoftHookEffect } from "@precept/governance";
import type { AdviceChange, AdviceReply, AuditHost, AuditRequest, HostActor, RuleEngineHost } from "./rule-engine-host.ts";

/** Anything with a policy engine: a workspace, or a program with an engine of its own. */
export interface EngineOwner {
  readonly policies: Pick<
    PolicyEngine,
    "tables" | "list" | "register" | "check" | "enforce" | "report" | "softHooks" | "auditLog" | "subscribe"
  >;
}

/** What clients may do with the policies. */
export interface EngineHostOptions {
  /** Whether clients can register policies, and replace those that they registered with newer versions. Default true. */
  readonly mayRegister?: boolean;
  /**
   * Which entries of the audit log clients can read: those of the session that they name, all, or none. Values that look like secrets are masked in all of
   * them. Default `session`.
   */
  readonly mayReadAudit?: "session" | "all" | "none";
  /** The stored id of the session of a request. Default: the one that the client names, else `default`. */
  readonly sessionOf?: (actor: HostActor) => string;
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
  const { mayReadAudit = "session", sessionOf = ({ session = "default" }) => session } = options;
  /** Finds advice of the session of the request. Advice of another session is unknown to the client. */
  const find = async (reply: AdviceReply): Promise<SoftHook> =>
    findSoftHook(await policies.softHooks.list(sessionOf(reply)), reply.key);
  const toChanges = async (effects: readonly SoftHookEffect[]): Promise<readonly AdviceChange[]> => {
    const known = new Map((await policies.list()).map((policy) => [policy.id, policy]));
    return effects.map(({ kind, hook }) => {
      const policy = known.get(hook.policy);
      return { kind, key: shortKeyOf(hook), hook, threshold: policy === undefined ? 1 : thresholdOf(policy.softHooks) };
    });
  };
  return {
    tables: () => policies.tables(),
    policies: () => policies.list(),
    ...(mayRegister && { register: (source, by) => policies.register(source, { by: { ...by, ...registrant } }) }),
    check: (subject, call) => policies.check(subject, { ...call, signals }),
    enforce: (subject, call) => policies.enforce(subject, { ...call, signals }),
    report: (policy, location, call) => policies.report(policy, location, call),
    ignoreAdvice: async (reply) => toChanges(await policies.softHooks.ignore(await find(reply), reply.toolUse ?? randomUUID())),
    complyWithAdvice: async (reply) => toChanges(await policies.softHooks.comply(await find(reply))),
    ...(mayReadAudit !== "none" && {
      audit: auditHostOf(() => policies.auditLog(), mayReadAudit === "session" ? sessionOf : undefined),
    }),
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

/** @param sessionOf the session whose entries the client can read. Undefined: all. */
function auditHostOf(auditLog: PolicyEngine["auditLog"], sessionOf: EngineHostOptions["sessionOf"]): AuditHost {
  const filterOf = ({ session, agent, ruleId, phase, since }: AuditRequest): EntryFilter => ({
    ...(sessionOf !== undefined && {
      session: sessionOf({ ...(session !== undefined && { session }), ...(agent !== undefined && { agent }) }),
    }),
    ...withoutUndefined({ ruleId, phase, since }),
  });
  return {
    list: async ({ limit, before, signal, ...request }) =>
      readPage((await auditLog()).violations, filterOf(request), { limit, before, signal }),
    stats: async ({ signal, ...request }) => countEntries((await auditLog()).violations.list({ ...filterOf(request), signal })),
  };
}
