import {
  countEntries,
  readPage,
  type AuditStats,
  type LogPage,
  type ViolationRecord,
  type EntryFilter,
} from "@precept/audit-log";
import { withoutUndefined, type Diagnostic } from "@precept/core";
import {
  thresholdOf,
  type CheckOptions,
  type Decision,
  type EnforcedOutcome,
  type EnforceOptions,
  type GovernanceTables,
  type OpenAdvice,
  type Phase,
  type Policy,
  type ReportedLocation,
  type SoftHookEffect,
  type Subject,
  type SoftHook,
} from "@precept/governance";
import { randomUUID } from "node:crypto";
import { findSoftHook, shortKeyOf } from "@precept/enforcement/soft-hook-key";
import type { PolicyEngine, Registrant, TrustedSignals } from "@precept/enforcement";

/** Options of a check. The signal aborts when the client cancels its request or disconnects. */
export type HostCheckOptions = Omit<CheckOptions, "signal"> & { readonly signal?: AbortSignal };

/** How policies are enforced for a client, whose user is asked about violations with the action ASK. */
export type HostEnforceOptions = HostCheckOptions & Pick<EnforceOptions, "session" | "agent" | "toolUse" | "onAsk">;

/** The session and the agent of a request. Default: those of the host. */
export type HostActor = Pick<HostEnforceOptions, "session" | "agent">;

/** What the client does about advice. */
export interface AdviceReply extends HostActor {
  /** The key of the advice, or its beginning. */
  readonly key: string;
  /** The id of the tool use that ignored it. Default: a new id. */
  readonly toolUse?: string;
}

/** A change of advice. */
export interface AdviceChange extends OpenAdvice {
  readonly kind: SoftHookEffect["kind"];
}

/** Which entries of the audit log to read: those of one session. */
export interface AuditRequest extends HostActor {
  readonly ruleId?: string;
  readonly phase?: Phase;
  readonly since?: Date;
  readonly signal?: AbortSignal;
}

/** The audit log, as far as the client may read it. */
export interface AuditHost {
  /** Reads the last entries. @returns undefined if there is no entry `before`. */
  list(
    request: AuditRequest & { readonly limit: number; readonly before?: string | undefined },
  ): Promise<LogPage<ViolationRecord> | undefined>;
  /** Counts the entries. */
  stats(request: AuditRequest): Promise<AuditStats>;
}

/** A decision and its consequences. */
export type EnforcedHostDecision = EnforcedOutcome;

export interface HostRegistration {
  readonly accepted: readonly Policy[];
  /** If one is an error, a policy was rejected. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What a client says about itself when it registers policies. */
export interface HostRegistrant {
  /** The name of the client program. */
  readonly name?: string;
  readonly session?: string;
  readonly agent?: string;
}

/** The policies that an MCP session sees. Create one with `ruleEngineHostOf` or `createPolicyHost`, or implement it. */
export interface RuleEngineHost {
  /** Returns the governance tables. Default: the default tables. */
  tables?(): Promise<GovernanceTables>;
  /** Lists the active policies. */
  policies(): Promise<readonly Policy[]>;
  /**
   * Activates policies that pass their own tests, for a client. It can add policies and replace its own, but none that
   * it did not register. Absent: clients must not register policies.
   *
   * @param source YAML as in a policy file, or one policy as an object.
   * @param by what the client says about itself, for the audit log. It does not decide which policies are its own.
   */
  readonly register?: ((source: string | object, by?: HostRegistrant) => Promise<HostRegistration>) | undefined;
  /** Evaluates the policies on a text, without side effects. */
  check(subject: Subject, options: HostCheckOptions): Promise<Decision>;
  /** Evaluates the policies on a text and acts on the decision. */
  enforce(subject: Subject, options: HostEnforceOptions): Promise<EnforcedHostDecision>;
  /** Records a violation that the agent found, and acts on it like `enforce`. Absent: the host records nothing. */
  readonly report?:
    | ((policy: string, location: ReportedLocation, options: HostEnforceOptions) => Promise<EnforcedHostDecision>)
    | undefined;
  /** Counts advice as ignored. Default: no count. @throws PreceptError `SOFT_HOOK_UNKNOWN`, `SOFT_HOOK_AMBIGUOUS` */
  readonly ignoreAdvice?: ((reply: AdviceReply) => Promise<readonly AdviceChange[]>) | undefined;
  /** Resolves advice that the agent complied with. Absent: the host counts nothing. */
  readonly complyWithAdvice?: ((reply: AdviceReply) => Promise<readonly AdviceChange[]>) | undefined;
  /** Absent: clients must not read the audit log, or there is none. */
  readonly audit?: AuditHost | undefined;
  /** Calls the listener after every change of the policies. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** A rule engine host to which clients can add policies. */
export interface RegisteringHost extends RuleEngineHost {
  /** @param by absent: the program itself registers the policies, so that clients cannot replace them. */
  readonly register: (source: string | object, by?: HostRegistrant) => Promise<HostRegistration>;
}

/** Anything with a policy engine: a workspace, or a program with its own engine. */
export interface EngineOwner {
  readonly policies: Pick<
    PolicyEngine,
    "tables" | "list" | "register" | "check" | "enforce" | "report" | "softHooks" | "auditLog" | "subscribe"
  >;
}

/** What clients may do with the policies. */
export interface EngineHostOptions {
  /** Whether clients can register policies, and replace their own with newer versions. Default true. */
  readonly mayRegister?: boolean;
  /** Audit entries that clients can read, with secrets masked: of the session that they name (default), all or none. */
  readonly mayReadAudit?: "session" | "all" | "none";
  /** The stored id of the session of a request. Default: the one that the client names, else `default`. */
  readonly sessionOf?: (actor: HostActor) => string;
  /** Identifies the client that registers policies, while it may replace them. Default: a new id for each host. */
  readonly registrant?: Pick<Registrant, "client" | "user" | "session">;
  /** What the program vouches for: see `CheckOptions.signals`. Default: nothing. */
  readonly signals?: TrustedSignals;
}

/**
 * Makes a host of a policy engine. Decisions have their consequences: audit entries, planned fixes, and, if the
 * engine's settings ask for them, notifications and rollbacks. Policies that clients register are in memory only, and
 * are active for all clients of the engine. They can only add violations, and each registration is in the audit log.
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
