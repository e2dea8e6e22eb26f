import type { ToolCallDecision } from "@precept/middleware";

/**
 * The error of a tool call, or of its result, that policies deny. The AI SDK sends its message to the model as the
 * result of the tool.
 */
export class ToolCallDeniedError extends Error {
  readonly toolName: string;
  readonly toolCallId: string | undefined;
  /** The decision of the policies, or the error for which they could not be checked. */
  readonly decision: Extract<ToolCallDecision, { allowed: false }>;

  constructor(toolName: string, toolCallId: string | undefined, decision: Extract<ToolCallDecision, { allowed: false }>) {
    super(decision.message, { cause: decision.error });
    this.name = "ToolCallDeniedError";
    this.toolName = toolName;
    this.toolCallId = toolCallId;
    this.decision = decision;
  }

  /** The message alone, because that is what the SDK sends to the model. */
  override toString(): string {
    return this.message;
  }

  /** Early releases of version 6 send the error as JSON if a person has approved the call. */
  toJSON(): { readonly name: string; readonly message: string } {
    return { name: this.name, message: this.message };
  }
}
