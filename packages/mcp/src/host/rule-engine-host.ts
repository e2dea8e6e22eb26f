import type { AuditStats, LogPage, ViolationRecord } from "@precept/audit-log";
import type { Diagnostic } from "@precept/core";
import type {
  CheckOptions,
  Decision,
  EnforcedOutcome,
  EnforceOptions,
  GovernanceTables,
  OpenAdvice,
  Phase,
  Policy,
  ReportedLocation,
  SoftHookEffect,
  Subject,
} from "@precept/governance";

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
   * Activates policies that pass their own tests, for a client. It can add policies and replace its own, but none that it did not register. Absent: clients
   * must not register policies.
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
  /** Counts advice as ignored. Absent: the host counts nothing. @throws PreceptError `SOFT_HOOK_UNKNOWN`, `SOFT_HOOK_AMBIGUOUS` */
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
