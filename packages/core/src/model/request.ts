import type { Json } from "@precept/contract/values";

/** What an agent is about to do. All fields are optional: an empty request gets the rules that always apply. */
export interface ResolveRequest {
  /** The user's prompt. Its rule references (`@name`, `#name`) and file references are resolved. */
  readonly prompt?: string;
  /** The rest of the conversation, oldest first. References in it are resolved too. */
  readonly messages?: readonly ConversationMessage[];
  /** The files of the request: relative to the project, or absolute. Windows paths are accepted. */
  readonly files?: readonly string[];
  /** Rules requested outside the prompt: names, ids, or globs of rule paths. */
  readonly include?: readonly string[];
  /** The tool that reads the resolution (`cursor`, `claude`, …). Without it, the rules for all tools apply. */
  readonly tool?: string;
  /** Absent: the default user of the workspace, if it has one. Undefined: no user. */
  readonly user?: string | undefined;
  /** Absent: the default project of the workspace, if it has one. Undefined: no project. */
  readonly project?: string | undefined;
  readonly session?: string;
  /** The assistant that serves the request, if there are several. Conditions compare it as `assistant_id`. */
  readonly assistant?: string;
  /** The contexts of the agent (`code-review`, `chat`, …). Rules with `contexts` apply only in these. */
  readonly contexts?: readonly string[];
  /** The values for the `conditions` of rules. `assistant` takes precedence over a variable `assistant_id`. */
  readonly variables?: { readonly [name: string]: Json };
  /** Identifies this request in traces and events. Default: a new id, see `RulebookOptions.newRequestId`. */
  readonly id?: string;
  /** When the request was made, ISO 8601, for traces, and for rules that apply for a time. Default: the time of the rulebook's clock. */
  readonly timestamp?: string;
}

/** A message of a conversation: the parts that can contain references. */
export interface ConversationMessage {
  readonly content?: string;
  /** Its tool calls. File paths in their arguments are resolved. */
  readonly toolCalls?: readonly { readonly arguments: Json }[];
}
