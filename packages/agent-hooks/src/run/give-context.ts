import type { HostSpec } from "@precept/mdc-compat/hooks";
import type { AnsweredEvent } from "./find-event.ts";
import type { CancelSignal, PromptFormat } from "@precept/core";
import type { HookPayload } from "@precept/governance";
import type { HostId } from "../host-ids.ts";
import type { HookWorkspace } from "./hook-workspace.ts";
import { composeRules, rulesFor, type KeyedRule } from "./select-rules.ts";
import { changeSession, hasPending, removeOldSessions, type Conversation, type SessionState } from "./session-state.ts";

export interface ContextEvent {
  readonly host: HostId;
  readonly spec: HostSpec;
  readonly event: AnsweredEvent;
  readonly payload: HookPayload;
  /** What policies say about the event. Undefined: nothing. */
  readonly advice: string | undefined;
  /** When the event is handled, in milliseconds since 1970. */
  readonly now: number;
  /** Whether the host starts a conversation without its earlier context. */
  readonly forgets: boolean;
}

export interface GivenContext {
  readonly context: string | undefined;
  readonly problems: readonly string[];
}

export function asksForRules({ kind, files }: HookPayload, { inject, opensContext }: AnsweredEvent): boolean {
  if (inject !== true) return false;
  if (kind === "beforeTool" || kind === "afterTool") return files.length > 0 || opensContext === true;
  return ["sessionStart", "prompt", "subagentStart", "afterCompact"].includes(kind);
}

/**
 * Returns what an answer adds to the conversation: advice of policies, and the rules that apply now and that the agent
 * has not been given. Advice at an event that takes no context waits for the next one that does.
 */
export async function giveContext(workspace: HookWorkspace, given: ContextEvent, signal: CancelSignal): Promise<GivenContext> {
  const { payload, event, spec, advice, now } = given;
  const needsRules = asksForRules(payload, event);
  const forgets = given.forgets || payload.kind === "compact" || payload.kind === "afterCompact";
  if (!needsRules && !forgets && advice === undefined && event.inject !== true) return { context: undefined, problems: [] };
  const conversation = conversationOf(workspace, given);
  // Most calls: nothing is said, and nothing waits to be said. Taking a lock would take longer than checking the call.
  if (!needsRules && !forgets && advice === undefined && !hasPending(conversation)) return { context: undefined, problems: [] };
  const rules = needsRules ? await rulesFor(workspace, spec, payload, signal) : [];
  const { result, problem } = await changeSession(conversation, now, (before) => {
    const state = forgets ? { ...before, given: [] } : before;
    return addToState(state, rules, { ...given, format: workspace.settings.answer.format });
  });
  if (payload.kind === "sessionStart") await removeOldSessions(workspace.root);
  const problems = problem === undefined ? [] : [`What the agent has received cannot be saved: ${problem}`];
  return { context: result, problems };
}

function conversationOf({ root }: HookWorkspace, { host, payload }: ContextEvent): Conversation {
  return { root, host, session: payload.session ?? host, subagent: payload.subagent };
}

function addToState(
  state: SessionState,
  rules: readonly KeyedRule[],
  { event, spec, advice, format }: ContextEvent & { readonly format: PromptFormat | undefined },
): { readonly state: SessionState; readonly result: string | undefined } {
  const texts = advice === undefined ? [] : [advice];
  if (event.inject !== true) {
    return { state: texts.length === 0 ? state : { ...state, pending: [...state.pending, ...texts] }, result: undefined };
  }
  const known = new Set(state.given);
  const fresh = rules.filter(({ key }) => !known.has(key));
  const waiting = [...state.pending, ...texts].join("\n\n").slice(0, Math.floor(spec.contextLimit.value / 2));
  const composed = composeRules(
    fresh.map(({ rule }) => rule),
    spec.contextLimit.value - waiting.length - 2,
    format,
  );
  const context = [waiting, composed].filter((text) => text !== "").join("\n\n");
  const isUnchanged = fresh.length === 0 && state.pending.length === 0;
  return {
    state: isUnchanged ? state : { given: [...state.given, ...fresh.map(({ key }) => key)], pending: [] },
    result: context === "" ? undefined : context,
  };
}
