import type { InputRequiredResult } from "@modelcontextprotocol/server";

/** The result of a call: that of the tool, or a request to the client to ask its user first. */
export type CallResult = ToolResult | InputRequiredResult;

/** A tool result in the format of MCP. */
export interface ToolResult {
  readonly content: [{ readonly type: "text"; readonly text: string }];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
}

/** Creates a result with structured content, and a text for clients that only read text. Default: the content as JSON. */
export function toolResult(
  structured: object,
  { isError = false, text = JSON.stringify(structured) }: { readonly isError?: boolean; readonly text?: string } = {},
): ToolResult {
  return {
    content: [{ type: "text", text }],
    structuredContent: { ...structured },
    ...(isError && { isError: true }),
  };
}

/** Creates an error result with a message for the calling agent, which it can act on. */
export function toolError(message: string): ToolResult {
  return { content: [{ type: "text", text: message }], isError: true };
}
