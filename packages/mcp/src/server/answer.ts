import { toWireDiagnostic, type WireDiagnostic } from "@precept/core";
import { toWireDecision, type WireDecision } from "@precept/governance";
import type { EnforcedHostDecision, HostRegistration } from "../host/host.ts";
import { policyToolName, type ProtocolEra } from "./policy-tools.ts";

/** What `register` answers. */
export interface RegisterAnswer {
  /** Whether everything that was sent is in force now. */
  readonly accepted: boolean;
  readonly rule_ids: readonly string[];
  /** The names of the tools that the policies are called by. */
  readonly tools: readonly string[];
  readonly diagnostics: readonly WireDiagnostic[];
}

/** What `execute` and the tools of policies answer: the decision, and what follows from it. */
export interface ExecuteAnswer extends WireDecision {
  readonly stops: boolean;
  readonly notifies_human: boolean;
  readonly iteration_penalty: number | "MAX";
  /** Texts to write in the place of those that were checked. */
  readonly fixes: readonly { readonly file: string | null; readonly text: string }[];
  readonly log_ids: readonly string[];
}

/** A result of a tool. */
export interface ToolAnswer {
  readonly content: [{ readonly type: "text"; readonly text: string }];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
}

/** An answer for programs, with a copy as text for clients that know nothing else. */
export function answer(structured: object, isError = false): ToolAnswer {
  return {
    content: [{ type: "text", text: JSON.stringify(structured) }],
    structuredContent: { ...structured },
    ...(isError && { isError: true }),
  };
}

/** What the agent that called has to read, and can do something about. */
export function refuse(message: string): ToolAnswer {
  return { content: [{ type: "text", text: message }], isError: true };
}

export function toRegisterAnswer({ accepted, diagnostics }: HostRegistration, era: ProtocolEra): RegisterAnswer {
  const ids = accepted.map(({ id }) => id);
  return {
    accepted: ids.length > 0 && diagnostics.every(({ severity }) => severity !== "error"),
    rule_ids: ids,
    tools: ids.map((id) => policyToolName(id, era)),
    diagnostics: diagnostics.map(toWireDiagnostic),
  };
}

export function toExecuteAnswer(decision: EnforcedHostDecision): ExecuteAnswer {
  return {
    ...toWireDecision(decision),
    stops: decision.stops,
    notifies_human: decision.notifiesHuman,
    iteration_penalty: decision.iterationPenalty,
    fixes: decision.fixes.map(({ file, text }) => ({ file: file ?? null, text })),
    log_ids: decision.logIds,
  };
}
