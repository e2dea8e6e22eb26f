import type { PolicyDecision } from "@precept/middleware";

/** The error of a denied tool call or result. The AI SDK sends its message to the model as the result of the tool. */
export class ToolCallDeniedError extends Error {
  readonly toolName: string;
  readonly toolCallId: string | undefined;
  /** The decision of the policies, or the error that prevented their evaluation. */
  readonly decision: Extract<PolicyDecision, { allowed: false }>;

  constructor(toolName: string, toolCallId: string | undefined, decision: ToolCallDeniedError["decision"]) {
    super(decision.message, { cause: decision.error });
    this.name = "ToolCallDeniedError";
    this.toolName = toolName;
    this.toolCallId = toolCallId;
    this.decision = decision;
  }

  /** Returns only the message, because the SDK sends this text to the model. */
  override toString(): string {
    return this.message;
  }

  /** Early releases of version 6 send the error as JSON if a person has approved the call. */
  toJSON(): { readonly name: string; readonly message: string } {
    return { name: this.name, message: this.message };
  }
}
