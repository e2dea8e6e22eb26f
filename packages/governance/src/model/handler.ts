/** What may be done about a violation, the strictest first. */
export const handlers = ["TERMINATE", "QUICK_FIX", "LOG_ONLY", "SOFT_HOOK"] as const;

/**
 * What is done about a violation: TERMINATE stops the task and asks a person; QUICK_FIX corrects it on the spot; LOG_ONLY puts it on record;
 * SOFT_HOOK advises, and may be ignored for a while.
 */
export type Handler = (typeof handlers)[number];

/** What is to be done about everything that was found: the strictest handler, or PASS where nothing was. */
export type Action = Handler | "PASS";

const actions: readonly Action[] = [...handlers, "PASS"];

/** The strictest of the actions, whatever their order; PASS where there is none. */
export function strictestAction(candidates: Iterable<Action>): Action {
  const ranks = Array.from(candidates, (action) => actions.indexOf(action));
  return actions[Math.min(actions.length - 1, ...ranks)] ?? "PASS";
}
