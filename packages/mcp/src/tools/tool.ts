import type { Phase, PriorityNotification } from "@precept/governance";
import * as z from "zod/mini";
import type { PreceptHost } from "../host/precept-host.ts";
import type { Asking } from "./ask-user.ts";
import type { ProtocolEra } from "./policy-tools.ts";
import { compactAnnotations, compactSchema, type ToolHints } from "./compact-listing.ts";
import { parseArguments, type ArgumentAliases } from "./parse-arguments.ts";
import type { ToolListing } from "./tool-listing.ts";
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
  /** Whether the client's list of tools has this one, so that an answer can tell the model to call it. */
  readonly lists: (tool: string) => boolean;
  /** Sends notifications about violations, most urgent first. */
  readonly notify: (notifications: readonly PriorityNotification[]) => Promise<void>;
}

/**
 * How a tool is listed. `compact`: what a model needs to call it, because every request to the model contains the list.
 * `full`: also the schema of the answer, the limits of arguments and the arguments that are rarely used.
 */
type ListingForm = "compact" | "full";

/** A tool that a server has if its host has what the tool needs. */
export interface Tool<Name extends string = string> {
  readonly name: Name;
  /** Whether a host has what the tool needs. */
  isIn(host: PreceptHost): boolean;
  /** Returns the tool as it is listed for a host. Undefined: the host has no such tool. */
  listing(host: PreceptHost, form: ListingForm): ToolListing | undefined;
  call(call: ToolCall): Promise<CallResult>;
}

export interface ToolDefinition<Name extends string, Part, Input extends z.ZodMiniType, Output extends z.ZodMiniType> {
  readonly name: Name;
  readonly title: string;
  /** At most 2,048 characters: some clients cut the rest. */
  readonly description: string;
  readonly annotations: ToolHints;
  /** What the compact listing has. Default: the description above, and all arguments with their descriptions. */
  readonly compact?: CompactDefinition;
  /** Returns the part of the host that the tool needs. Undefined: the tool does not exist for this host. */
  readonly part: (host: PreceptHost) => Part | undefined;
  readonly input: (part: Part) => Input;
  /** Default: none. */
  readonly aliases?: ArgumentAliases;
  readonly output: Output;
  /** The answer as data, and as text for clients that only read text. */
  readonly answer: (
    part: NoInfer<Part>,
    input: z.infer<Input>,
    call: ToolCall,
  ) => Promise<{ readonly data: z.infer<Output>; readonly text: string }>;
}

interface CompactDefinition {
  readonly description: string;
  /** The listed arguments, with their descriptions. Others are accepted too. */
  readonly arguments: Readonly<Record<string, string>>;
}

/** Hints about tools that change nothing, for clients that ask the user before they call a tool. */
export const readOnly: ToolHints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Hints about tools that add something. */
export const adding: ToolHints = { ...readOnly, readOnlyHint: false, idempotentHint: false };

/** Makes a tool from its schemas and its function. Arguments are validated before the function is called. */
export function defineTool<const Name extends string, Part, Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  definition: ToolDefinition<Name, Part, Input, Output>,
): Tool<Name> {
  const { name, title, description, annotations, compact, aliases } = definition;
  const outputSchema = toJsonSchema(definition.output, "output");
  return {
    name,
    isIn: (host) => definition.part(host) !== undefined,
    listing(host, form) {
      const part = definition.part(host);
      if (part === undefined) return undefined;
      const inputSchema = toJsonSchema(definition.input(part), "input");
      if (form === "full") return { name, title, description, inputSchema, outputSchema, annotations };
      return {
        name,
        description: compact?.description ?? description,
        inputSchema: compactSchema(inputSchema, compact?.arguments),
        annotations: compactAnnotations(annotations),
      };
    },
    async call(call) {
      const part = definition.part(call.host);
      if (part === undefined) throw new Error(`The host has no tool ${name}.`);
      const { data, text } = await definition.answer(part, parseArguments(definition.input(part), call.arguments, aliases), call);
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
