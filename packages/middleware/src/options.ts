import type { PromptFormat, ResolveOptions, ResolveRequest } from "@precept/core";
import type { AskHuman, Phase, Subject } from "@precept/governance";
import type { MiddlewareEvent } from "./events.ts";
import type { SessionType } from "@precept/contract/values";
import type { ToolCall } from "./call-options.ts";

/** Options that the adapters of all frameworks share. */
export interface MiddlewareOptions
  extends
    Pick<ResolveOptions, "budget" | "order" | "tokens">,
    Pick<ResolveRequest, "files" | "include" | "tool" | "user" | "project" | "session" | "assistant" | "contexts" | "variables"> {
  /**
   * The format of the rules in the prompt. Default: the project's setting, else `markdown`, in which rules have the
   * names by which users refer to them. `compact` has fewer tokens.
   */
  readonly format?: PromptFormat;
  /** Whether to add each resolution's trace to the prompt, and to send it in `rule_debug` events. Default false. */
  readonly debug?: boolean;
  /** Whether policies are enforced on tool calls and their results. Default true. */
  readonly policies?: boolean;
  /** The phase of the work. Default: policies of all phases are enforced. */
  readonly phase?: Phase;
  /** The name of the agent, for soft hooks and the audit log. Default `agent`. */
  readonly agent?: string;
  /**
   * Reads the texts to check from a call of a tool with unusual argument names. Undefined: they are read from usual
   * names, such as `command`, `file_path` and `content`.
   */
  readonly subjectsOf?: (call: ToolCall) => readonly Subject[] | undefined;
  /**
   * Asks a human whether a call may be made that violates a policy with the action `ASK`. Default: no human is asked,
   * and the call is denied at the priorities P0 and P1. A human can then answer with `precept approvals`, and the agent
   * can try again.
   */
  readonly onAsk?: AskHuman;
  /** The time limit of `onAsk`, in milliseconds. After it, the question has no answer. Default 300,000. */
  readonly askTimeout?: number;
  /**
   * Whether to read the rules from disk again when the user sends a message. Default false: a workspace that was opened
   * with `watch: true` is always current.
   */
  readonly reload?: boolean;
  /**
   * What happens if the rules cannot be resolved: `throw` ends the model call with the error, `continue` calls the
   * model without rules. Both send a `rules_applied` event with the error. Policies that cannot be checked always deny
   * the tool call. Default `throw`.
   */
  readonly onError?: "throw" | "continue";
  /** Receives the events of all conversations. Its errors go to `onListenerError`. */
  readonly onEvent?: (event: MiddlewareEvent) => void;
  /** Receives errors of `onEvent`. Default: they are ignored. */
  readonly onListenerError?: (error: unknown) => void;
  /**
   * Adds the agent context (`AGENTS.md`, `MEMORY.md`, …) of this kind of session, `main` or `shared`, in front of the
   * rules. Needs a source that can `boot`. Default: only rules.
   */
  readonly agentContext?: SessionType;
}
