import type { Cancellable } from "@precept/core";
import type { EvaluateOptions } from "./evaluate/options.ts";
import type { SequenceCall } from "./sequences/events.ts";
import type { OpenAdvice } from "./soft-hooks/state.ts";
import type { AskedQuestion, AskHuman } from "./model/approval.ts";
import type { Decision } from "./model/decision.ts";
import type { PolicyContext } from "./model/subject.ts";

/** How policies are checked. */
export interface CheckOptions extends Cancellable, Pick<EvaluateOptions, "phase"> {
  /** Values for `context_filter`. The engine determines the values of `signalKeys`, such as `branch`, itself. */
  readonly context?: PolicyContext;
  /** Whether `metadata.priority_boost` raises the priority of policies, for work of high quality. Default false. */
  readonly highQuality?: boolean;
  /** The ids of the policies to check. Default: all active policies. */
  readonly only?: readonly string[];
}

/** A call of an agent, as its host describes it. */
export interface AgentCall extends Pick<SequenceCall, "outcome"> {
  /** The id of the call, which is the same before and after it. */
  readonly id?: string;
  /** Whether the texts are checked before or after the call. Default: after it if its outcome or a result is known. */
  readonly stage?: SequenceCall["stage"];
}

/** How policies are enforced on what an agent does. */
export interface EnforceOptions extends CheckOptions {
  /** The session of the agent. Soft hooks are counted by session and agent. Default `default`. */
  readonly session?: string;
  /** The name of the agent. Default `agent`. */
  readonly agent?: string;
  /** The name of the tool that the texts are the input or the output of, for the audit log. Default: none. */
  readonly tool?: string;
  /** The id of the tool use. Advice is counted as ignored once per tool use. Default: a new id for each call. */
  readonly toolUse?: string;
  /** The call of the texts, for sequence policies. Default: a call with the id `toolUse` that is not made yet. */
  readonly call?: AgentCall;
  /**
   * Asks a human about violations with the action ASK for which no answer is stored. Default: no human is asked.
   * Without an answer, P0 and P1 deny the call.
   */
  readonly onAsk?: AskHuman | undefined;
  /** How long `onAsk` may take, in milliseconds. Default 300,000. */
  readonly askTimeout?: number;
}

/** A decision and what was done about it. */
export interface EnforcedOutcome extends Decision {
  /** Whether the agent must stop. */
  readonly stops: boolean;
  /** Whether the call must not be made: the agent must stop, or a human has not approved it. */
  readonly denies: boolean;
  /** The questions to a human, of violations with the action ASK. */
  readonly questions: readonly AskedQuestion[];
  /** The keys of the stored questions with which a human can allow exactly this denied call. Undefined: none. */
  readonly denialKeys?: readonly string[];
  /** The open advice about the texts. */
  readonly advice: readonly OpenAdvice[];
  /** Whether a human must be notified. */
  readonly notifiesHuman: boolean;
  /** The number of iterations that it costs; MAX is all that are left. */
  readonly iterationPenalty: number | "MAX";
  readonly fixes: readonly {
    readonly file?: string;
    readonly text: string;
    /** The violations that the text no longer has. Undefined: not known. */
    readonly fixed?: readonly unknown[];
  }[];
  /** Undefined if no rollback was requested. `none`: there was no checkpoint. `failed`: nothing was changed. */
  readonly rollback?:
    | {
        readonly kind: "done" | "none" | "failed";
        readonly undo?: string;
        readonly changed?: readonly string[];
        readonly problem?: string;
      }
    | undefined;
  readonly logIds: readonly string[];
}
