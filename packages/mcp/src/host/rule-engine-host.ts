import type { AuditStats, LogPage, ViolationRecord } from "@precept/audit-log";
import type { Diagnostic } from "@precept/core";
import type {
  AskHuman,
  AskedQuestion,
  Decision,
  GovernanceTables,
  OpenAdvice,
  Phase,
  Policy,
  PolicyContext,
  ReportedLocation,
  SoftHookEffect,
  Subject,
} from "@precept/governance";

/** Options of a check. */
export interface HostCheckOptions {
  /** The phase of the work. Default: policies of all phases are checked. */
  readonly phase?: Phase;
  /** Values that the `context_filter` of policies is compared with. */
  readonly context?: PolicyContext;
  /** Whether the work requires high quality, which raises the priority of policies with `metadata.priority_boost`. Default false. */
  readonly highQuality?: boolean;
  /** The ids of the policies to check. Default: all active policies. */
  readonly only?: readonly string[];
  /** Aborts when the client cancels its request or disconnects. */
  readonly signal?: AbortSignal;
}

export interface HostEnforceOptions extends HostCheckOptions {
  /** The session of the agent. Soft hooks are counted by session and agent. */
  readonly session?: string;
  /** The name of the agent. */
  readonly agent?: string;
  /** The id of the tool use. Advice is counted as ignored once per tool use. Default: a new id. */
  readonly toolUse?: string;
  /** Asks the user of the client about violations with the action ASK. Default: no human is asked. */
  readonly onAsk?: AskHuman | undefined;
}

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

/** A fixed text. The fixes were verified. */
export interface HostFix {
  readonly file?: string;
  /** The whole fixed text. */
  readonly text: string;
}

/** The outcome of a rollback to the last checkpoint. */
export interface HostRollback {
  /** `none`: there was no checkpoint. `failed`: nothing was changed. */
  readonly kind: "done" | "none" | "failed";
  /** The command that undoes the rollback. */
  readonly undo?: string;
  /** The files that were written or removed. */
  readonly changed?: readonly string[];
  /** Why it failed. */
  readonly problem?: string;
}

/** A decision and its consequences. */
export interface EnforcedHostDecision extends Decision {
  /** Whether the agent must stop. */
  readonly stops: boolean;
  /** Whether the call must not be made: the agent must stop, or a human has not approved it. */
  readonly denies: boolean;
  /** The questions to a human, of violations with the action ASK. */
  readonly questions: readonly AskedQuestion[];
  /** The open advice about the text. */
  readonly advice: readonly OpenAdvice[];
  /** Whether a human must be notified. */
  readonly notifiesHuman: boolean;
  /** The number of iterations that it costs; MAX is all that are left. */
  readonly iterationPenalty: number | "MAX";
  readonly fixes: readonly HostFix[];
  /** Undefined if no rollback was requested. */
  readonly rollback?: HostRollback | undefined;
  /** The ids of the audit log entries. */
  readonly logIds: readonly string[];
}

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
