import type { HostSpec } from "@precept/mdc-compat/hooks";
import type { AnsweredEvent } from "./find-event.ts";
import type { CancelSignal, PromptFormat } from "@precept/core";
import type { HookEventKind, HookPayload } from "@precept/governance";
import type { DeliveredRules } from "@precept/evidence/record";
import type { HostId } from "../host-ids.ts";
import type { HookWorkspace } from "./hook-workspace.ts";
import { countPrompt, dueReminders, neededForReminders, rememberReminders } from "./reminders.ts";
import { composeOffer, composeRules, hasMention, noRules, rulesFor, type EventRules, type NeededAgain } from "./select-rules.ts";
import { changeSession, readSession, removeOldSessions, type Conversation, type SessionState } from "./session-state.ts";

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
  /** Whether the agent continues its task after it lost context, so that it needs the same rules again. */
  readonly continues: boolean;
  /** Whether a session is resumed, of which the host keeps only a part. */
  readonly resumes: boolean;
  /** Whether the hook runs in CI, where others see what the agent says. */
  readonly isInCi: boolean;
}

export interface GivenContext {
  readonly context: string | undefined;
  /** The rules of the context. Absent if the event asks for none. */
  readonly delivered?: DeliveredRules;
  /** The keys of the rules of the context, and of those in the list. */
  readonly added?: readonly string[];
  readonly problems: readonly string[];
}

export function asksForRules(payload: HookPayload, { inject, opensContext }: AnsweredEvent): boolean {
  const { kind, files } = payload;
  if (inject !== true) return false;
  if (kind === "beforeTool" || kind === "afterTool") return files.length > 0 || opensContext === true || hasMention(payload);
  return isRulesEvent(kind);
}

/** Whether an agent gets rules at an event without doing anything. */
export function isRulesEvent(kind: HookEventKind): boolean {
  return kind === "sessionStart" || kind === "prompt" || kind === "subagentStart" || kind === "afterCompact";
}

/**
 * Returns what an answer adds to the conversation: advice of policies, the rules that apply now, and the list of
 * those that the agent can ask for, as far as it has not been given them. Advice at an event that takes no context waits for the next one that does.
 */
export async function giveContext(workspace: HookWorkspace, given: ContextEvent, signal: CancelSignal): Promise<GivenContext> {
  const { payload, event, spec, advice, now, forgets } = given;
  const conversation = conversationOf(workspace, given);
  const known = event.inject === true || payload.kind === "prompt" ? readSession(conversation) : undefined;
  const isOwed = known?.isOwed === true && event.inject === true;
  const needsRules = isOwed || asksForRules(payload, event);
  const isQuiet = !needsRules && !forgets && advice === undefined;
  // Most calls: nothing is said, and nothing waits to be said. Taking a lock would take longer than checking the call.
  if (isQuiet && (known === undefined || !isAwaited(known, payload))) return { context: undefined, problems: [] };
  const rules = needsRules ? await rulesFor(workspace, spec, payload, neededAgain(conversation, given, isOwed), signal) : noRules;
  const memory = needsRules ? await readMemory(workspace, given, forgets ? undefined : conversation) : "";
  const { result, problem } = await changeSession(conversation, now, (before) => {
    const state = countPrompt(afterLoss(before, given), payload);
    return addToState(state, rules, { ...given, memory, format: workspace.settings.answer.format });
  });
  if (payload.kind === "sessionStart") await removeOldSessions(workspace.root);
  const problems = problem === undefined ? [] : [`What the agent has received cannot be saved: ${problem}`];
  return { context: result.context, ...(needsRules && { delivered: result.delivered }), added: result.added, problems };
}

/**
 * Whether something waits for this event: a text, or a count of prompts. The state is read without a lock: a text that is
 * added meanwhile waits for the next event.
 */
function isAwaited({ pending, reminders = [] }: SessionState, { kind }: HookPayload): boolean {
  return pending.length > 0 || (kind === "prompt" && reminders.length > 0);
}

/** What the agent still has at an event. */
function afterLoss(state: SessionState, { continues, forgets, resumes }: ContextEvent): SessionState {
  if (continues) return { ...state, given: [], unsaved: [] };
  if (forgets) return { ...state, given: [], unsaved: [], files: [], asked: [], reminders: [], isOwed: false };
  if (!resumes) return state;
  const lost = new Set(state.unsaved);
  return { ...state, given: state.given.filter((key) => !lost.has(key)), unsaved: [] };
}

/**
 * What an event needs rules for beside what its payload names: after a compaction or at a resume, everything that the agent had
 * rules for; at the first event of a subagent, what the main agent asked for, since the subagent gets neither the prompt nor
 * its rules.
 */
function neededAgain(
  conversation: Conversation,
  { continues, forgets, resumes, payload }: ContextEvent,
  isOwed: boolean,
): NeededAgain {
  const { subagent, ...main } = conversation;
  const isFirst = isOwed || payload.kind === "subagentStart" || payload.kind === "prompt";
  const inherited = subagent !== undefined && isFirst ? readSession(main).asked : [];
  if (forgets && !continues) return { files: [], include: inherited };
  const state = countPrompt(readSession(conversation), payload);
  const isLost = continues || isOwed;
  const reminded = neededForReminders(state, isLost);
  if (!isLost && !resumes) return { ...reminded, include: [...inherited, ...reminded.include] };
  return {
    files: [...new Set([...state.files, ...reminded.files])],
    include: [...new Set([...inherited, ...state.asked, ...reminded.include])],
  };
}

/** The key by which a conversation remembers that it was given the memory. */
const memoryKey = "memory";

/**
 * Returns what the agent remembers, for the first event of a main session that takes context. A subagent's session is
 * shared.
 *
 * @param conversation undefined if it has forgotten what it was given.
 */
async function readMemory(
  workspace: HookWorkspace,
  { payload: { kind, session, subagent }, spec, isInCi }: ContextEvent,
  conversation: Conversation | undefined,
): Promise<string> {
  const { hookSessions = isInCi ? "shared" : "main" } = workspace.settings.context;
  const isStart = kind === "sessionStart" || kind === "prompt" || kind === "afterCompact";
  if (!isStart || subagent !== undefined || hookSessions !== "main") return "";
  if (conversation !== undefined && readSession(conversation).given.includes(memoryKey)) return "";
  // Half of the room is for rules.
  const maxCharacters = Math.floor(spec.contextLimit.value / 2);
  return workspace.handOverMemory({ ...(session !== undefined && { session }), maxCharacters });
}

function conversationOf({ root }: HookWorkspace, { host, payload }: ContextEvent): Conversation {
  return { root, host, session: payload.session ?? host, subagent: payload.subagent };
}

/** Remembers why rules were given, to give them again after a compaction. */
function remember(state: SessionState, fresh: EventRules["applied"], { files }: HookPayload): SessionState {
  const reasons = new Set(fresh.map(({ rule }) => rule.reason.kind));
  const isForFiles = reasons.has("fileMatch") || reasons.has("alwaysInside");
  const asked = fresh.flatMap(({ rule: { rule, reason } }) =>
    reason.kind === "relevant" || reason.kind === "requested" ? [rule.name] : [],
  );
  return {
    ...state,
    ...(isForFiles && { files: [...new Set([...state.files, ...files])] }),
    ...(asked.length > 0 && { asked: [...new Set([...state.asked, ...asked])] }),
  };
}

interface AddedContext {
  readonly context: string | undefined;
  readonly delivered: DeliveredRules;
  readonly added: readonly string[];
}

const nothingAdded: AddedContext = {
  context: undefined,
  delivered: { given: [], named: [], dropped: [], listed: [], hasMemory: false, characters: 0 },
  added: [],
};

function addToState(
  state: SessionState,
  { applied, dropped, requestable, leftOut }: EventRules,
  {
    event,
    spec,
    advice,
    memory,
    format,
    payload,
    continues,
  }: ContextEvent & { readonly memory: string; readonly format: PromptFormat | undefined },
): { readonly state: SessionState; readonly result: AddedContext } {
  const texts = advice === undefined ? [] : [advice];
  if (event.inject !== true) {
    const owing = continues || payload.kind === "subagentStart" ? { ...state, isOwed: true } : state;
    return { state: texts.length === 0 ? owing : { ...owing, pending: [...owing.pending, ...texts] }, result: nothingAdded };
  }
  const known = new Set(state.given);
  const due = dueReminders(state);
  const fresh = applied.filter(({ key, rule }) => !known.has(key) || due.has(rule.rule.id));
  const unlisted = requestable.filter(({ key }) => !known.has(key));
  const waiting = [...state.pending, ...texts].join("\n\n").slice(0, Math.floor(spec.contextLimit.value / 2));
  const remembered = known.has(memoryKey) ? "" : memory.trimEnd();
  const room = spec.contextLimit.value - waiting.length - remembered.length - 4;
  const composed = composeRules(
    fresh.map(({ rule }) => rule),
    room,
    format,
  );
  const offer = composeOffer({ requestable: unlisted, leftOut }, spec, room - composed.text.length - 2, format);
  const context = [waiting, remembered, composed.text, offer.text].filter((text) => text !== "").join("\n\n");
  const added = [...(remembered === "" ? [] : [memoryKey]), ...[...fresh, ...offer.listed].map(({ key }) => key)];
  const isUnchanged = added.length === 0 && state.pending.length === 0 && state.isOwed !== true;
  const reminders = rememberReminders(state.reminders, composed.given);
  const again = new Map(fresh.flatMap(({ key, rule: { rule } }) => (known.has(key) ? [[rule.id, due.get(rule.id) ?? 0]] : [])));
  return {
    state: isUnchanged
      ? state
      : {
          ...remember(state, fresh, payload),
          given: [...new Set([...state.given, ...added])],
          ...(event.isLostOnResume === true && { unsaved: [...new Set([...(state.unsaved ?? []), ...added])] }),
          pending: [],
          isOwed: false,
          ...(reminders !== undefined && { reminders }),
        },
    result: {
      context: context === "" ? undefined : context,
      delivered: {
        given: composed.given,
        again,
        named: composed.named,
        dropped,
        listed: offer.listed.map(({ rule }) => rule),
        hasMemory: remembered !== "",
        characters: context.length,
      },
      added,
    },
  };
}
