import { maxOf, type Json } from "@precept/core";
import type { Policy, SequenceRecord } from "@precept/governance";
import type { PolicyEngine } from "@precept/enforcement";
import { count, printable } from "../../terminal/text.ts";

/** What happened in one session, as far as the sequence of a policy needs it. Times are in ISO 8601. */
export interface SessionState {
  readonly session: string;
  /** How many calls met `after`. */
  readonly earlier: number;
  readonly lastEarlier: string | undefined;
  /** How many calls are counted: of those with the same value, the highest number. */
  readonly counted: number;
  readonly last: string | undefined;
}

const maxShown = 5;

/** Reads the session states of a policy with a sequence. The session with the latest call comes first. */
export async function readSessionStates(policies: PolicyEngine, { id, sequence }: Policy): Promise<readonly SessionState[]> {
  if (sequence === undefined) return [];
  const records = (await policies.sequences()).filter(({ policy }) => policy === id);
  return records.toSorted((left, right) => latestOf(right) - latestOf(left)).map((record) => toState(record, sequence.failed));
}

function toState({ session, earlierCount, earlier, values }: SequenceRecord, failed: boolean): SessionState {
  const counted = Object.values(values).map((marks) => marks.filter((mark) => !failed || mark.failed === true));
  return {
    session,
    earlier: earlierCount,
    lastEarlier: timeOf(earlier.at(-1)?.at),
    counted: maxOf([0, ...counted.map((marks) => marks.length)]),
    last: timeOf(counted.flat().reduce<number | undefined>((left, { at }) => Math.max(left ?? at, at), undefined)),
  };
}

export function viewSessionStates(states: readonly SessionState[]): readonly string[] {
  const lines = states.slice(0, maxShown).map(({ session, earlier, lastEarlier, counted, last }) => {
    const parts = [
      ...(lastEarlier === undefined ? [] : [`\`after\` was met ${count(earlier, "time")}, the last time at ${lastEarlier}`]),
      ...(last === undefined ? [] : [`${count(counted, "call")} counted, the last one at ${last}`]),
    ];
    return `  session ${printable(session)}: ${parts.length === 0 ? "nothing counts" : parts.join("; ")}`;
  });
  return states.length > maxShown ? [...lines, `  and ${count(states.length - maxShown, "other session")}`] : lines;
}

export function toWireSessionState(state: SessionState): Readonly<Record<string, Json>> {
  const { session, earlier, lastEarlier = null, counted, last = null } = state;
  return { session, earlier, last_earlier: lastEarlier, counted, last };
}

function latestOf({ earlier, values }: SequenceRecord): number {
  return maxOf([0, ...[...earlier, ...Object.values(values).flat()].map(({ at }) => at)]);
}

function timeOf(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}
