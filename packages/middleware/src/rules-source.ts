import {
  createRulebook,
  PreceptError,
  type Cancellable,
  type RuleStore,
  type ResolveRequest,
  type Resolution,
  type RulebookResolveOptions,
} from "@precept/core";
import type { Channel, SessionType } from "@precept/contract/values";
import type { EnforcedOutcome, EnforceOptions, Subject } from "@precept/governance";

/**
 * Where an adapter gets its rules and policies: a `Workspace` of `@precept/workspace`, or a `Rulebook` of
 * `@precept/core`, which has no policies.
 */
export interface RulesSource {
  resolve(request?: ResolveRequest, options?: DeliveryOptions): Promise<Resolution>;
  /** Checks tool calls. Default: tool calls are not checked. */
  readonly policies?: PolicyEnforcer;
  /** The project directory, absolute. File paths in tool calls are made relative to it. */
  readonly root?: string;
  /** Reads rules from disk again. Only called with the option `reload`. */
  reload?(options?: Cancellable): Promise<void>;
  /** Composes the agent context of a session, rules included. Only called with the option `agentContext`. */
  boot?(request: BootRequest, options?: DeliveryOptions): Promise<BootedContext>;
}

/** The options of a request, and the channel through which the answer reaches the agent: a workspace records it. */
interface DeliveryOptions extends RulebookResolveOptions {
  readonly channel?: Channel | undefined;
}

/** The part of a policy engine that checks tool calls. */
export interface PolicyEnforcer {
  /** Evaluates the policies on texts and acts on the decision. */
  enforce(subjects: readonly Subject[], options?: EnforceToolCallOptions): Promise<EnforcedOutcome>;
}

/** How the policies are enforced on a tool call. */
export type EnforceToolCallOptions = Omit<EnforceOptions, "call" | "highQuality" | "only">;

/** A request, and the kind of session that the agent context is composed for. */
export interface BootRequest extends ResolveRequest {
  readonly sessionType: SessionType;
}

/** A composed agent context. */
export interface BootedContext {
  /** The text for the system prompt, with the rules. */
  readonly prompt: string;
  readonly resolution: Resolution;
}

/**
 * Returns the source of rules that a value is, or a rulebook over the store that it is.
 *
 * @param agentContext the kind of session whose agent context is requested. Undefined: none.
 * @throws PreceptError `OPTION_VALUE_INVALID` if it is neither, such as the promise of a workspace, or if it cannot compose
 *   the requested agent context.
 */
export function openRulesSource(value: RulesSource | RuleStore, agentContext: SessionType | undefined): RulesSource {
  const source: RulesSource | undefined = has(value, "resolve")
    ? value
    : has(value, "list")
      ? createRulebook({ stores: [value] })
      : undefined;
  if (source === undefined) {
    const given = (value as unknown) instanceof Promise ? "a promise" : value === null ? "null" : typeof value;
    const expected = "a workspace, as `await openWorkspace(…)` returns it, a rulebook or a store";
    throw new PreceptError("OPTION_VALUE_INVALID", { option: "source", value: given, expected });
  }
  if (agentContext !== undefined && source.boot === undefined) {
    const expected = "a source with the method `boot`, such as a workspace; with another one, omit the option";
    throw new PreceptError("OPTION_VALUE_INVALID", { option: "agentContext", value: agentContext, expected });
  }
  return source;
}

function has<Name extends "resolve" | "list">(
  value: RulesSource | RuleStore,
  name: Name,
): value is Name extends "resolve" ? RulesSource : RuleStore {
  const given: unknown = value;
  return typeof given === "object" && given !== null && name in given && typeof Reflect.get(given, name) === "function";
}
