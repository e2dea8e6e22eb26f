import type { AppliedRule } from "@precept/core";
import type { HookPayload } from "@precept/governance";
import type { NeededAgain } from "./select-rules.ts";
import type { Reminder, SessionState } from "./session-state.ts";

/** Counts a prompt for the rules with `remind`. Other events leave the state as it is. */
export function countPrompt(state: SessionState, { kind }: Pick<HookPayload, "kind">): SessionState {
  if (kind !== "prompt" || state.reminders === undefined) return state;
  return { ...state, reminders: state.reminders.map((one) => ({ ...one, prompts: one.prompts + 1 })) };
}

/** The rules that must be given again now, by id, with the number of prompts since they were given. */
export function dueReminders({ reminders = [] }: SessionState): ReadonlyMap<string, number> {
  return new Map(reminders.flatMap(({ rule, prompts, every }) => (prompts >= every ? [[rule, prompts] as const] : [])));
}

/** What a request must name so that rules apply again: all with `remind` after a compaction, else those that are due. */
export function neededForReminders({ reminders = [] }: SessionState, isLost: boolean): NeededAgain {
  const needed = reminders.filter(({ prompts, every }) => isLost || prompts >= every);
  return {
    files: needed.flatMap(({ file }) => file ?? []),
    include: needed.flatMap(({ asked }) => asked ?? []),
  };
}

/** Remembers the rules with `remind` that were given, from now on. */
export function rememberReminders(
  reminders: readonly Reminder[] = [],
  given: readonly AppliedRule[],
): readonly Reminder[] | undefined {
  const own = given.flatMap(({ rule, reason, matchedFiles }): readonly Reminder[] => {
    if (rule.remind === undefined) return [];
    const [file] = matchedFiles;
    const isAsked = reason.kind === "requested" || reason.kind === "relevant";
    return [
      {
        rule: rule.id,
        prompts: 0,
        every: rule.remind,
        ...(file !== undefined && { file }),
        ...(isAsked && { asked: rule.name }),
      },
    ];
  });
  const replaced = new Set(own.map(({ rule }) => rule));
  const all = [...reminders.filter(({ rule }) => !replaced.has(rule)), ...own];
  return all.length === 0 ? undefined : all;
}
