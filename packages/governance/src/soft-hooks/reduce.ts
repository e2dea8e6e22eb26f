import type { Policy } from "../model/policy.ts";
import { defaultTables, type GovernanceTables } from "../model/tables.ts";
import { escalationAt, thresholdOf } from "./escalation.ts";
import type { Look, Sighting, SoftHookEffect, SoftHookEvent } from "./event.ts";
import { softHookId, type SoftHook, type SoftHookState } from "./state.ts";

/** What escalation depends on. */
export interface SoftHookLaw {
  readonly policies: readonly Policy[];
  /** Default: {@link defaultTables}. */
  readonly tables?: GovernanceTables;
}

export interface SoftHookStep {
  readonly state: SoftHookState;
  readonly effects: readonly SoftHookEffect[];
}

/** How many tool uses of a hook are remembered. */
const maxToolUses = 64;

/**
 * The life of advice: given when a violation is first seen, ignored when it is still there at a look of another tool use, gone when it is not.
 * Ignored too often, it is upgraded. What was not looked at stays as it was.
 */
export function reduceSoftHooks(state: SoftHookState, event: SoftHookEvent, law: SoftHookLaw): SoftHookStep {
  const step = new Step(state, law);
  switch (event.kind) {
    case "looked":
      step.look(event);
      break;
    case "ignored": {
      const hook = step.hooks[softHookId(event)];
      if (hook !== undefined) step.ignore(hook, event.toolUse);
      break;
    }
    case "complied": {
      const hook = step.hooks[softHookId(event)];
      if (hook !== undefined) step.comply(hook);
      break;
    }
    case "ended":
      for (const hook of Object.values(step.hooks)) if (hook.session === event.session) delete step.hooks[softHookId(hook)];
      break;
    case "forked":
      for (const hook of Object.values(step.hooks)) if (hook.session === event.from) step.keep({ ...hook, session: event.to });
      break;
  }
  return { state: { hooks: step.hooks }, effects: step.effects };
}

class Step {
  readonly hooks: Record<string, SoftHook>;
  readonly effects: SoftHookEffect[] = [];
  readonly #law: SoftHookLaw;

  constructor({ hooks }: SoftHookState, law: SoftHookLaw) {
    this.hooks = { ...hooks };
    this.#law = law;
  }

  keep(hook: SoftHook): void {
    this.hooks[softHookId(hook)] = hook;
  }

  look(look: Look): void {
    const { session, agent, toolUse, files, checked, sightings } = look;
    const seen = new Map(sightings.map((sighting) => [softHookId({ session, agent, ...sighting }), sighting]));
    for (const [id, hook] of Object.entries(this.hooks)) {
      if (hook.session !== session || hook.agent !== agent) continue;
      if (seen.has(id)) this.ignore(hook, toolUse);
      else if (files.includes(hook.file) && checked.includes(hook.policy)) this.comply(hook);
    }
    for (const [id, sighting] of seen) if (!Object.hasOwn(this.hooks, id)) this.#trigger(look, sighting);
  }

  ignore(hook: SoftHook, toolUse: string): void {
    const policy = this.#policyOf(hook.policy);
    if (policy === undefined || hook.toolUses.includes(toolUse)) return;
    const ignoreCount = hook.ignoreCount + 1;
    const toolUses = [...hook.toolUses, toolUse].slice(-maxToolUses);
    const escalation = escalationAt(policy, ignoreCount, this.#law.tables ?? defaultTables);
    const ignored = { ...hook, ignoreCount, toolUses, ...(escalation !== undefined && { escalation }) };
    const threshold = thresholdOf(policy.softHooks);
    this.keep(ignored);
    this.effects.push({ kind: "ignored", hook: ignored, threshold, notify: policy.softHooks.notifyOnIgnore });
    if (escalation?.priority !== hook.escalation?.priority) this.effects.push({ kind: "upgraded", hook: ignored, threshold });
  }

  comply(hook: SoftHook): void {
    delete this.hooks[softHookId(hook)];
    this.effects.push({ kind: "complied", hook });
  }

  #trigger({ session, agent, toolUse }: Look, { policy: id, fingerprint, file, isSoft }: Sighting): void {
    const policy = this.#policyOf(id);
    if (!isSoft || policy === undefined || !policy.softHooks.enabled) return;
    const hook = {
      session,
      agent,
      policy: id,
      fingerprint,
      ...(file !== undefined && { file }),
      ignoreCount: 0,
      toolUses: [toolUse],
    };
    this.keep(hook);
    this.effects.push({ kind: "triggered", hook, threshold: thresholdOf(policy.softHooks) });
  }

  #policyOf(id: string): Policy | undefined {
    return this.#law.policies.find((policy) => policy.id === id);
  }
}
