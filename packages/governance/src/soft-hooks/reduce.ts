import { defaultTables, type GovernanceTables } from "@precept/contract/values";
import { withoutUndefined } from "@precept/core";
import type { Policy } from "../model/policy.ts";
import { escalationAt, thresholdOf } from "./escalation.ts";
import type { Occurrence, SoftHookCheck, SoftHookEffect, SoftHookEvent } from "./events.ts";
import { softHookId, type SoftHook, type SoftHookState } from "./state.ts";

/** The policies and tables that determine escalations. */
export interface EscalationPolicy {
  readonly policies: readonly Policy[];
  /** Default: {@link defaultTables}. */
  readonly tables?: GovernanceTables;
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
export function reduceSoftHooks(state: SoftHookState, event: SoftHookEvent, escalationPolicy: EscalationPolicy): SoftHookStep {
  const reducer = new SoftHookReducer(state, escalationPolicy);
  switch (event.kind) {
    case "checked":
      reducer.check(event);
      break;
    case "ignored": {
      const hook = reducer.hooks[softHookId(event)];
      if (hook !== undefined) reducer.ignore(hook, event.toolUse);
      break;
    }
    case "complied": {
      const hook = reducer.hooks[softHookId(event)];
      if (hook !== undefined) reducer.comply(hook);
      break;
    }
    case "ended":
      for (const hook of Object.values(reducer.hooks)) {
        if (hook.session === event.session) delete reducer.hooks[softHookId(hook)];
      }
      break;
    case "forked":
      for (const hook of Object.values(reducer.hooks)) {
        if (hook.session === event.from) reducer.set({ ...hook, session: event.to });
      }
      break;
    default:
      event satisfies never;
  }
  return { state: { hooks: reducer.hooks }, effects: reducer.effects };
}

class SoftHookReducer {
  readonly hooks: Record<string, SoftHook>;
  readonly effects: SoftHookEffect[] = [];
  readonly #escalationPolicy: EscalationPolicy;

  constructor({ hooks }: SoftHookState, escalationPolicy: EscalationPolicy) {
    this.hooks = { ...hooks };
    this.#escalationPolicy = escalationPolicy;
  }

  set(hook: SoftHook): void {
    this.hooks[softHookId(hook)] = hook;
  }

  check(check: SoftHookCheck): void {
    const { session, agent, toolUse, files, policies, occurrences } = check;
    const found = new Map(occurrences.map((occurrence) => [softHookId({ session, agent, ...occurrence }), occurrence]));
    for (const [id, hook] of Object.entries(this.hooks)) {
      if (hook.session !== session || hook.agent !== agent) continue;
      if (found.has(id)) this.ignore(hook, toolUse);
      else if (files.includes(hook.file) && policies.includes(hook.policy)) this.comply(hook);
    }
    for (const [id, occurrence] of found) if (!Object.hasOwn(this.hooks, id)) this.#trigger(check, occurrence);
  }

  ignore(hook: SoftHook, toolUse: string): void {
    const policy = this.#policyOf(hook.policy);
    if (policy === undefined || hook.toolUses.includes(toolUse)) return;
    const ignoreCount = hook.ignoreCount + 1;
    const toolUses = [...hook.toolUses, toolUse].slice(-maxToolUses);
    const escalation = escalationAt(policy, ignoreCount, this.#escalationPolicy.tables ?? defaultTables);
    const ignored = { ...hook, ignoreCount, toolUses, ...(escalation !== undefined && { escalation }) };
    const threshold = thresholdOf(policy.softHooks);
    this.set(ignored);
    this.effects.push({ kind: "ignored", hook: ignored, threshold, notify: policy.softHooks.notifyOnIgnore });
    if (escalation?.priority !== hook.escalation?.priority) this.effects.push({ kind: "upgraded", hook: ignored, threshold });
  }

  comply(hook: SoftHook): void {
    delete this.hooks[softHookId(hook)];
    this.effects.push({ kind: "complied", hook });
  }

  #trigger({ session, agent, toolUse }: SoftHookCheck, { policy: id, fingerprint, file, isAdvice }: Occurrence): void {
    const policy = this.#policyOf(id);
    if (!isAdvice || policy === undefined || !policy.softHooks.enabled) return;
    const hook = withoutUndefined({ session, agent, policy: id, fingerprint, file, ignoreCount: 0, toolUses: [toolUse] });
    this.set(hook);
    this.effects.push({ kind: "triggered", hook, threshold: thresholdOf(policy.softHooks) });
  }

  #policyOf(id: string): Policy | undefined {
    return this.#escalationPolicy.policies.find((policy) => policy.id === id);
  }
}
