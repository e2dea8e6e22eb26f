import { toWireDiagnostic, type WireDiagnostic } from "@precept/core";
import type { WireEnforcedDecision } from "@precept/governance";
import type { HostRegistration } from "../host/host.ts";
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

/** A tool result in the format of MCP. */
export interface ToolResult {
  readonly content: [{ readonly type: "text"; readonly text: string }];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
}

/** Creates a result with structured content, and a copy as text for clients that only read text. */
export function toolResult(structured: object, isError = false): ToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(structured) }],
    structuredContent: { ...structured },
    ...(isError && { isError: true }),
  };
}

/** Creates an error result with a message for the calling agent, which it can act on. */
export function toolError(message: string): ToolResult {
  return { content: [{ type: "text", text: message }], isError: true };
}

export function toRegisterResult({ accepted, diagnostics }: HostRegistration, era: ProtocolEra): RegisterResult {
  const ids = accepted.map(({ id }) => id);
  return {
    accepted: ids.length > 0 && diagnostics.every(({ severity }) => severity !== "error"),
    rule_ids: ids,
    tools: ids.map((id) => policyToolName(id, era)),
    diagnostics: diagnostics.map(toWireDiagnostic),
  };
}
