import type { Phase, PriorityNotification } from "@precept/governance";
import * as z from "zod/mini";
import type { PreceptHost } from "../host/precept-host.ts";
import type { Asking } from "./ask-user.ts";
import type { ProtocolEra } from "./policy-tools.ts";
import { parseArguments } from "./parse-arguments.ts";
import type { InputRequiredResult } from "@modelcontextprotocol/server";

export interface ToolCall {
  readonly host: PreceptHost;
  readonly arguments: unknown;
  readonly signal: AbortSignal;
  /** The maximum length of an answer, unless the arguments say another one. See {@link defaultAnswerCharacters}. */
  readonly answerCharacters: number;
  /** The phase of the work if the arguments have none. */
  readonly phase: Phase | undefined;
  readonly era: ProtocolEra;
  /** How the client asks its user. Undefined: it cannot. */
  readonly asking: Asking | undefined;
  /** The name of the client program, if it says one. */
  readonly client: string | undefined;
  /** Sends notifications about violations, most urgent first. */
  readonly notify: (notifications: readonly PriorityNotification[]) => Promise<void>;
}

export interface ToolListing {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: { readonly type: "object"; readonly [key: string]: unknown };
  readonly outputSchema?: { readonly type: "object"; readonly [key: string]: unknown };
  readonly annotations?: object;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A tool that a server has if its host has what the tool needs. */
export interface Tool<Name extends string = string> {
  readonly name: Name;
  /** Returns the tool as it is listed for a host. Undefined: the host has no such tool. */
  listing(host: PreceptHost): ToolListing | undefined;
  call(call: ToolCall): Promise<CallResult>;
}

export interface ToolDefinition<Name extends string, Part, Input extends z.ZodMiniType, Output extends z.ZodMiniType> {
  readonly name: Name;
  readonly title: string;
  /** At most 2,048 characters: some clients cut the rest. */
  readonly description: string;
  readonly annotations: typeof readOnly;
  /** Returns the part of the host that the tool needs. Undefined: the tool does not exist for this host. */
  readonly part: (host: PreceptHost) => Part | undefined;
  readonly input: (part: Part) => Input;
  readonly output: Output;
  /** The answer as data, and as text for clients that only read text. */
  readonly answer: (
    part: NoInfer<Part>,
    input: z.infer<Input>,
    call: ToolCall,
  ) => Promise<{ readonly data: z.infer<Output>; readonly text: string }>;
}

/** Hints about tools that change nothing, for clients that ask the user before they call a tool. */
export const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Hints about tools that add something. */
export const adding: typeof readOnly = { ...readOnly, readOnlyHint: false, idempotentHint: false };

/** Makes a tool from its schemas and its function. Arguments are validated before the function is called. */
export function defineTool<const Name extends string, Part, Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  definition: ToolDefinition<Name, Part, Input, Output>,
): Tool<Name> {
  const { name, title, description, annotations } = definition;
  const outputSchema = toJsonSchema(definition.output, "output");
  return {
    name,
    listing(host) {
      const part = definition.part(host);
      if (part === undefined) return undefined;
      const inputSchema = toJsonSchema(definition.input(part), "input");
      return { name, title, description, inputSchema, outputSchema, annotations };
    },
    async call(call) {
      const part = definition.part(call.host);
      if (part === undefined) throw new Error(`The host has no tool ${name}.`);
      const { data, text } = await definition.answer(part, parseArguments(definition.input(part), call.arguments), call);
      return toolResult(data as object, { text });
    },
  };
}

function toJsonSchema(schema: z.ZodMiniType, io: "input" | "output"): ToolListing["inputSchema"] {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, { io });
  return { ...rest, type: "object" };
}

/** The result of a call: the tool's result, or a request to the client to ask its user first. */
export type CallResult = ToolResult | InputRequiredResult;

export interface ToolResult {
  readonly content: [{ readonly type: "text"; readonly text: string }];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
}

/** Creates a result. @param text for clients that only read text. Default: the content as JSON. */
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
