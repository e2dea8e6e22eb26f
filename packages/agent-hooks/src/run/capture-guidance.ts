import { comparableText } from "@precept/core";
import { messageOf } from "@precept/files";
import type { HookPayload } from "@precept/governance";
import type { HostId } from "../host-ids.ts";
import type { HookWorkspace } from "./hook-workspace.ts";
import { changeSession, readSession, type CapturedGuidance, type Conversation } from "./session-state.ts";
import { findGuidance } from "./find-guidance.ts";

/** How many rules are proposed for a session. */
const maxCaptured = 3;

interface CapturedEvent {
  readonly host: HostId;
  readonly payload: HookPayload;
  /** When the event is handled, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Collects what the user corrects in the prompts of a session, and proposes it as rules when the agent has answered or
 * the session ends. A host may end a session without a hook. Prompts of subagents are not the user's.
 *
 * @returns problems, for the user. Never rejects.
 */
export async function captureGuidance(workspace: HookWorkspace, event: CapturedEvent): Promise<readonly string[]> {
  const { payload, host, now } = event;
  const { propose, settings } = workspace;
  if (propose === undefined || settings.memory?.captures !== true || payload.subagent !== undefined) return [];
  const conversation: Conversation = { root: workspace.root, host, session: payload.session ?? host };
  try {
    if (payload.kind === "prompt") await collect(conversation, payload.prompt ?? "", now);
    else if (payload.kind === "response" || payload.kind === "sessionEnd") await flush(conversation, propose, now);
    return [];
  } catch (error) {
    return [`Rules could not be proposed: ${messageOf(error)}`];
  }
}

async function collect(conversation: Conversation, prompt: string, now: number): Promise<void> {
  const found = findGuidance(prompt);
  if (found.length === 0) return;
  await changeSession(conversation, now, (state) => {
    const captured = [...(state.captured ?? [])];
    const known = new Set(captured.map(({ content }) => comparableText(content)));
    for (const one of found) {
      const key = comparableText(one.content);
      if (captured.length >= maxCaptured || known.has(key)) continue;
      known.add(key);
      captured.push({ ...one, isProposed: false });
    }
    const isUnchanged = captured.length === (state.captured ?? []).length;
    return { state: isUnchanged ? state : { ...state, captured }, result: undefined };
  });
}

/** Proposes the rules before it marks them as proposed: a text that was proposed already is not saved again. */
async function flush(conversation: Conversation, propose: NonNullable<HookWorkspace["propose"]>, now: number): Promise<void> {
  const waiting = (readSession(conversation).captured ?? []).filter(({ isProposed }) => !isProposed);
  if (waiting.length === 0) return;
  await propose(
    waiting.map(({ content, said }) => ({ content, said })),
    conversation.session,
  );
  const done = new Set(waiting.map(({ content }) => content));
  await changeSession(conversation, now, (state) => {
    const captured = (state.captured ?? []).map((one): CapturedGuidance =>
      done.has(one.content) ? { ...one, isProposed: true } : one,
    );
    return { state: { ...state, captured }, result: undefined };
  });
}
