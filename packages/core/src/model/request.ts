import type { Json } from "./json.ts";

/** What an agent is about to do. Everything is optional: an empty request gets the rules that always apply. */
export interface ResolveRequest {
  /** What the person asked for. `@name`, `#name` and file references in it are followed. */
  readonly prompt?: string;
  /** The rest of the conversation, oldest first; references in it are followed as well. */
  readonly messages?: readonly ConversationMessage[];
  /** The files the request is about: relative to the project, or absolute. Windows paths are understood. */
  readonly files?: readonly string[];
  /** Rules asked for outside the prompt: names, ids, or globs over rule paths. */
  readonly include?: readonly string[];
  /** The tool that will read the answer (`cursor`, `claude`, …). Without it, rules for every tool apply. */
  readonly tool?: string;
  readonly user?: string;
  readonly project?: string;
  readonly session?: string;
  /** Where the agent works (`code-review`, `chat`, …), compared with the rules' `contexts`. */
  readonly contexts?: readonly string[];
  /** What the rules' `conditions` are compared with. */
  readonly variables?: { readonly [name: string]: Json };
  /** Identifies this request in traces and events. Default: a new id of the rulebook, see `RulebookOptions.newRequestId`. */
  readonly id?: string;
  /** When the request was made, ISO 8601, for traces. Default: what the rulebook's clock says. */
  readonly timestamp?: string;
}

/** One message of a conversation, as far as references can hide in it. */
export interface ConversationMessage {
  readonly content?: string;
  /** The arguments of the tool calls it makes; file paths are looked for in them. */
  readonly toolCalls?: readonly { readonly arguments: Json }[];
}
