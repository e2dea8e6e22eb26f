import { toWireDiagnostic, type WireDiagnostic } from "@precept/core";
import type { WireEnforcedDecision } from "@precept/governance";
import type { HostRegistration } from "../host/rule-engine-host.ts";
import { policyToolName, type ProtocolEra } from "./policy-tools.ts";

/** The result of `register`. */
export interface RegisterResult {
  /** Whether all policies were accepted and are active now. */
  readonly accepted: boolean;
  readonly rule_ids: readonly string[];
  /** The names of the tools of the policies. */
  readonly tools: readonly string[];
  readonly diagnostics: readonly WireDiagnostic[];
}

/** The result of `execute` and of the tools of policies: the decision and its consequences. */
export type ExecuteResult = WireEnforcedDecision;

export function toRegisterResult({ accepted, diagnostics }: HostRegistration, era: ProtocolEra): RegisterResult {
  const ids = accepted.map(({ id }) => id);
  return {
    accepted: ids.length > 0 && diagnostics.every(({ severity }) => severity !== "error"),
    rule_ids: ids,
    tools: ids.map((id) => policyToolName(id, era)),
    diagnostics: diagnostics.map(toWireDiagnostic),
  };
}
