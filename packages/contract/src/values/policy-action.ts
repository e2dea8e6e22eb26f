/**
 * The actions for violations, strictest first: of several violations, the strictest action wins. The key is `handler`
 * in policy files and on the wire.
 */
export const policyActions = ["TERMINATE", "ASK", "QUICK_FIX", "LOG_ONLY", "SOFT_HOOK"] as const;

/**
 * The action for a violation. TERMINATE stops the task and notifies a human; ASK holds the call until a human decides
 * on it; QUICK_FIX corrects the text; LOG_ONLY writes to the audit log; SOFT_HOOK advises the agent, which may ignore
 * the advice until it escalates.
 */
export type PolicyAction = (typeof policyActions)[number];

/** The outcome of a whole decision: the strictest action of its violations, or PASS if there are none. */
export type DecisionAction = PolicyAction | "PASS";

/** The effects of an action, in addition to the action itself. */
export interface ActionEffects {
  /** Whether a human is notified. */
  readonly notifyHuman: boolean;
  /** Whether the working tree is restored to the last checkpoint. Only for an action that stops the agent. */
  readonly rollback: boolean;
  /** How many iterations a violation costs. MAX: all remaining iterations. */
  readonly iterationPenalty: IterationPenalty;
}

export type IterationPenalty = number | "MAX";

/** The recipients of notifications. `HUMAN_ADMIN`: the responsible human; `QUICK_FIX_CHANNEL`: applies corrections. */
export const notificationRecipients = ["HUMAN_ADMIN", "QUICK_FIX_CHANNEL"] as const;

export type NotificationRecipient = (typeof notificationRecipients)[number];

/** One row of {@link policyActionSpecs}: everything that depends on the action, in any package. */
export interface PolicyActionSpec {
  /** The instruction for the agent, which completes "TERMINATE: …". */
  readonly instruction: string;
  /** Whether the agent must stop. Nothing is written to the working tree, and a rollback is possible. */
  readonly stopsAgent: boolean;
  /** Whether a human decides on the call. Only the call is denied without an approval; the agent continues. */
  readonly asksHuman: boolean;
  /** Whether `precept check` fails. */
  readonly failsCheck: boolean;
  /** Whether the policy's fix is applied. */
  readonly appliesFix: boolean;
  /** Whether the action only advises: the agent may ignore the advice, until it escalates. */
  readonly isAdvice: boolean;
  /** The log that a violation is written to. */
  readonly log: "violations" | "softHooks";
  /** Who is notified of a violation whose effects notify a human. */
  readonly recipient: NotificationRecipient;
  /** The request to the recipient. Undefined if it is only notified. */
  readonly request: "MINOR_FIX" | "APPROVAL" | undefined;
  /** The colour of the action in terminal output. */
  readonly colour: "red" | "yellow" | "cyan";
  /** The default effects of the action. The priority mapping may change them. */
  readonly effects: ActionEffects;
}

const noEffects = { notifyHuman: false, rollback: false, iterationPenalty: 0 } as const;

/** All differences between the actions. */
export const policyActionSpecs = {
  TERMINATE: {
    instruction: "stop, and tell a human",
    stopsAgent: true,
    asksHuman: false,
    failsCheck: true,
    appliesFix: false,
    isAdvice: false,
    log: "violations",
    recipient: "HUMAN_ADMIN",
    request: undefined,
    colour: "red",
    effects: { notifyHuman: true, rollback: true, iterationPenalty: "MAX" },
  },
  ASK: {
    instruction: "do not do this unless a human approves it",
    stopsAgent: false,
    asksHuman: true,
    failsCheck: true,
    appliesFix: false,
    isAdvice: false,
    log: "violations",
    recipient: "HUMAN_ADMIN",
    request: "APPROVAL",
    colour: "red",
    effects: { notifyHuman: true, rollback: false, iterationPenalty: 0 },
  },
  QUICK_FIX: {
    instruction: "write the text in `fixes`, or follow the suggestion",
    stopsAgent: false,
    asksHuman: false,
    failsCheck: true,
    appliesFix: true,
    isAdvice: false,
    log: "violations",
    recipient: "QUICK_FIX_CHANNEL",
    request: "MINOR_FIX",
    colour: "red",
    effects: noEffects,
  },
  LOG_ONLY: {
    instruction: "continue",
    stopsAgent: false,
    asksHuman: false,
    failsCheck: false,
    appliesFix: false,
    isAdvice: false,
    log: "violations",
    recipient: "HUMAN_ADMIN",
    request: undefined,
    colour: "yellow",
    effects: noEffects,
  },
  SOFT_HOOK: {
    instruction: "advice, which you may ignore for a while",
    stopsAgent: false,
    asksHuman: false,
    failsCheck: false,
    appliesFix: false,
    isAdvice: true,
    log: "softHooks",
    recipient: "HUMAN_ADMIN",
    request: undefined,
    colour: "cyan",
    effects: noEffects,
  },
} as const satisfies Record<PolicyAction, PolicyActionSpec>;

const decisionActions: readonly DecisionAction[] = [...policyActions, "PASS"];

/** Returns the strictest of the actions, or PASS if there are none. */
export function strictestAction(candidates: Iterable<DecisionAction>): DecisionAction {
  const found = new Set(candidates);
  return decisionActions.find((action) => found.has(action)) ?? "PASS";
}

/** Returns the stricter of two actions. */
export function strictestPolicyAction(left: PolicyAction, right: PolicyAction): PolicyAction {
  return policyActions.indexOf(left) <= policyActions.indexOf(right) ? left : right;
}

/** Whether a decision stops the agent. */
export function stopsAgent(action: DecisionAction): boolean {
  return action !== "PASS" && policyActionSpecs[action].stopsAgent;
}

/** Whether a human must decide on the call: see {@link PolicyActionSpec.asksHuman}. */
export function asksHuman(action: DecisionAction): boolean {
  return action !== "PASS" && policyActionSpecs[action].asksHuman;
}

/** Whether a decision makes `precept check` fail. */
export function failsCheck(action: DecisionAction): boolean {
  return action !== "PASS" && policyActionSpecs[action].failsCheck;
}

/** Whether a text is an action, such as a `handler` read from a log. */
export function isPolicyAction(text: string): text is PolicyAction {
  return (policyActions as readonly string[]).includes(text);
}

/** Returns how many iterations several violations cost together: the highest penalty, not the sum. */
export function highestPenalty(penalties: readonly IterationPenalty[]): IterationPenalty {
  return penalties.reduce((left, right) => (left === "MAX" || right === "MAX" ? "MAX" : Math.max(left, right)), 0);
}
