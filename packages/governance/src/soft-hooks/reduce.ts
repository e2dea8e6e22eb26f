import { defaultTables } from "@precept/contract/values";
import { withoutUndefined } from "@precept/core";
import type { EvaluateOptions } from "../evaluate/options.ts";
import type { Policy } from "../model/policy.ts";
import { escalationAt, thresholdOf } from "./escalation.ts";
import type { Occurrence, SoftHookCheck, SoftHookEffect, SoftHookEvent } from "./events.ts";
import { softHookId, type SoftHook, type SoftHookState } from "./state.ts";

/** The policies and tables that determine escalations. */
export interface EscalationPolicy extends Pick<EvaluateOptions, "tables"> {
  readonly policies: readonly Policy[];
}

/** The state after an event, and the effects of the event. */
export interface SoftHookStep {
  readonly state: SoftHookState;
  readonly effects: readonly SoftHookEffect[];
}

/** The maximum number of tool uses that are stored for each soft hook. */
const maxToolUses = 64;

/**
 * Applies an event to the state of advice. Advice is triggered by the first violation, counts as ignored if a check of
 * a later tool use finds the violation again, and is closed if a check does not. Advice that was ignored too often is
 * upgraded. Files and policies that were not checked keep their advice.
 */
export function reduceSoftHooks(
  state: SoftHookState,
  event: SoftHookEvent,
  { policies, tables = defaultTables }: EscalationPolicy,
): SoftHookStep {
  const hooks: Record<string, SoftHook> = { ...state.hooks };
  const effects: SoftHookEffect[] = [];
  switch (event.kind) {
    case "checked":
      check(event);
      break;
    case "ignored": {
      const hook = hooks[softHookId(event)];
      if (hook !== undefined) ignore(hook, event.toolUse);
      break;
    }
    case "complied": {
      const hook = hooks[softHookId(event)];
      if (hook !== undefined) comply(hook);
      break;
    }
    case "ended":
      for (const [id, hook] of Object.entries(hooks)) if (hook.session === event.session) delete hooks[id];
      break;
    case "forked":
      for (const hook of Object.values(hooks)) if (hook.session === event.from) set({ ...hook, session: event.to });
      break;
    default:
      event satisfies never;
  }
  return { state: { hooks }, effects };

  function set(hook: SoftHook): void {
    hooks[softHookId(hook)] = hook;
  }

  function check(checked: SoftHookCheck): void {
    const { session, agent, toolUse, files, policies: checkedPolicies, occurrences } = checked;
    const found = new Map(occurrences.map((occurrence) => [softHookId({ session, agent, ...occurrence }), occurrence]));
    for (const [id, hook] of Object.entries(hooks)) {
      if (hook.session !== session || hook.agent !== agent) continue;
      if (found.has(id)) ignore(hook, toolUse);
      else if (files.includes(hook.file) && checkedPolicies.includes(hook.policy)) comply(hook);
    }
    for (const [id, occurrence] of found) if (!Object.hasOwn(hooks, id)) trigger(checked, occurrence);
  }

  function ignore(hook: SoftHook, toolUse: string): void {
    const policy = policyOf(hook.policy);
    if (policy === undefined || hook.toolUses.includes(toolUse)) return;
    const ignoreCount = hook.ignoreCount + 1;
    const toolUses = [...hook.toolUses, toolUse].slice(-maxToolUses);
    const escalation = escalationAt(policy, ignoreCount, tables);
    const ignored = { ...hook, ignoreCount, toolUses, ...(escalation !== undefined && { escalation }) };
    const threshold = thresholdOf(policy.softHooks);
    set(ignored);
    effects.push({ kind: "ignored", hook: ignored, threshold, notify: policy.softHooks.notifyOnIgnore });
    if (escalation?.priority !== hook.escalation?.priority) effects.push({ kind: "upgraded", hook: ignored, threshold });
  }

  function comply(hook: SoftHook): void {
    delete hooks[softHookId(hook)];
    effects.push({ kind: "complied", hook });
  }

  function trigger({ session, agent, toolUse }: SoftHookCheck, { policy: id, fingerprint, file, isAdvice }: Occurrence): void {
    const policy = policyOf(id);
    if (!isAdvice || policy === undefined || !policy.softHooks.enabled) return;
    const hook = withoutUndefined({ session, agent, policy: id, fingerprint, file, ignoreCount: 0, toolUses: [toolUse] });
    set(hook);
    effects.push({ kind: "triggered", hook, threshold: thresholdOf(policy.softHooks) });
  }

  function policyOf(id: string): Policy | undefined {
    return policies.find((policy) => policy.id === id);
  }
}
