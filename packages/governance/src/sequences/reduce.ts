import type { Policy, PolicySequence } from "../model/policy.ts";
import type { SequenceCall, SequenceEvent, SequenceObservation } from "./events.ts";
import { maxEarlierMarks, maxSequenceValues, sequenceId } from "./state.ts";
import type { SequenceMark, SequenceRecord, SequenceState } from "./state.ts";

/** Whether a match of a policy is a violation in its session, and the earlier calls. */
export interface SequenceProgress {
  /** Whether the sequence holds, so that the match is a violation. */
  readonly holds: boolean;
  /** The number of earlier calls that met `after` within the time. */
  readonly earlierCount: number;
  /** The time of the last one of them, in milliseconds since 1970. */
  readonly lastEarlier?: number;
  /** The number of counted calls, this one included. */
  readonly count: number;
  /** The time of the first one of them, in milliseconds since 1970. */
  readonly first: number;
  /** Whether the records of the session could not be read. */
  readonly isUnknown?: boolean;
}

/** The progress of one policy, by the digest of the value that must be the same. */
export type SequenceProgressByPolicy = ReadonlyMap<string, ReadonlyMap<string, SequenceProgress>>;

export interface SequenceStep {
  readonly state: SequenceState;
  /** The progress of each match of the call, by policy and value. Empty for other events. */
  readonly progress: SequenceProgressByPolicy;
}

/** Applies an event to the records of sessions, at the time of the event. */
export function reduceSequences({ records }: SequenceState, event: SequenceEvent, policies: readonly Policy[]): SequenceStep {
  const changed: Record<string, SequenceRecord> = { ...records };
  const progress = new Map<string, ReadonlyMap<string, SequenceProgress>>();
  switch (event.kind) {
    case "called":
      for (const [key, record] of recordsOf(changed, event.session)) {
        if (policies.find(({ id }) => id === record.policy)?.sequence?.failed === true) changed[key] = withOutcome(record, event);
      }
      for (const observation of event.observations) {
        const sequence = policies.find(({ id }) => id === observation.policy)?.sequence;
        if (sequence === undefined) continue;
        const key = sequenceId({ session: event.session, policy: observation.policy });
        const { session } = event;
        const before = changed[key] ?? { session, policy: observation.policy, earlierCount: 0, earlier: [], values: {} };
        const after = addCall(before, observation, sequence, event);
        progress.set(observation.policy, progressByValue(before, after, observation, sequence, event));
        if (after.earlier.length > 0 || Object.keys(after.values).length > 0) changed[key] = after;
      }
      break;
    case "denied":
      for (const [key, record] of recordsOf(changed, event.session))
        changed[key] = withMarks(record, ({ use }) => use !== event.use);
      break;
    case "made":
      for (const { policy, isReset } of event.observations) {
        const key = sequenceId({ session: event.session, policy });
        const record = changed[key];
        if (isReset && record !== undefined) changed[key] = withMarks(record, ({ use }) => use === event.use);
      }
      break;
    case "ended":
      for (const [key] of recordsOf(changed, event.session)) delete changed[key];
      break;
    case "forked":
      for (const [, record] of recordsOf(changed, event.from)) {
        const copy = { ...record, session: event.to };
        changed[sequenceId(copy)] = copy;
      }
      break;
    default:
      event satisfies never;
  }
  return { state: { records: changed }, progress };
}

function recordsOf(
  records: Readonly<Record<string, SequenceRecord>>,
  session: string,
): readonly (readonly [string, SequenceRecord])[] {
  return Object.entries(records).filter(([, record]) => record.session === session);
}

function addCall(
  record: SequenceRecord,
  { isEarlier, values }: SequenceObservation,
  { count, failed }: PolicySequence,
  { use, at, outcome }: SequenceCall,
): SequenceRecord {
  const mark = { use, at, ...(failed && outcome === "failed" && { failed: true as const }) };
  const isNew = isEarlier && !record.earlier.some((one) => one.use === use);
  const counted = new Map(Object.entries(record.values));
  const counts = count > 1 && (!failed || outcome !== "succeeded");
  for (const value of values) {
    const marks = counted.get(value) ?? [];
    if (counts && !marks.some((one) => one.use === use)) {
      // The most recent value comes last.
      counted.delete(value);
      counted.set(value, [...marks, mark].slice(failed ? -2 * count : -count));
    }
  }
  return {
    ...record,
    earlierCount: record.earlierCount + (isNew ? 1 : 0),
    earlier: isNew ? [...record.earlier, mark].slice(-maxEarlierMarks) : record.earlier,
    values: Object.fromEntries([...counted].slice(-maxSequenceValues)),
  };
}

/**
 * Records the outcome of a call. A success resets the failures with the same value. Without an id from the host, it
 * belongs to the last call with an unknown outcome.
 */
function withOutcome(record: SequenceRecord, { use, isKnownUse, stage, outcome }: SequenceCall): SequenceRecord {
  if (stage === "before" || outcome === undefined) return record;
  const pending = Object.values(record.values)
    .flat()
    .filter(({ failed }) => failed === undefined)
    .toSorted((left, right) => left.at - right.at)
    .at(-1);
  const isCall = (mark: SequenceMark): boolean => (isKnownUse ? mark.use === use : mark === pending);
  const values = Object.entries(record.values).flatMap(([value, marks]) => {
    if (!marks.some(isCall)) return [[value, marks] as const];
    if (outcome === "succeeded") return [];
    return [[value, marks.map((mark) => (isCall(mark) ? { ...mark, failed: true as const } : mark))] as const];
  });
  return { ...record, values: Object.fromEntries(values) };
}

function withMarks(record: SequenceRecord, test: (mark: SequenceMark) => boolean): SequenceRecord {
  const earlier = record.earlier.filter(test);
  const values = Object.entries(record.values).flatMap(([value, marks]) => {
    const left = marks.filter(test);
    return left.length === 0 ? [] : [[value, left] as const];
  });
  const removed = record.earlier.length - earlier.length;
  const earlierCount = earlier.length === 0 ? 0 : record.earlierCount - removed;
  return { ...record, earlierCount, earlier, values: Object.fromEntries(values) };
}

function progressByValue(
  before: SequenceRecord,
  after: SequenceRecord,
  { values }: SequenceObservation,
  sequence: PolicySequence,
  { use, at }: SequenceCall,
): ReadonlyMap<string, SequenceProgress> {
  const isOther = (mark: SequenceMark): boolean => mark.use !== use;
  const isIn = (time: number | undefined) => (mark: SequenceMark) => time === undefined || mark.at > at - time;
  const earlier = before.earlier.filter(isOther).filter(isIn(sequence.within));
  const last = earlier.at(-1)?.at;
  const hasEarlier = sequence.after === undefined || earlier.length > 0;
  return new Map(
    values.map((value) => {
      const others = (after.values[value] ?? [])
        .filter(isOther)
        .filter(isIn(sequence.per))
        .filter(({ failed }) => !sequence.failed || failed === true)
        .slice(-sequence.count);
      const count = others.length + 1;
      const progress = {
        holds: hasEarlier && count >= sequence.count,
        // Older calls are only counted.
        earlierCount: sequence.within === undefined && earlier.length > 0 ? Math.max(before.earlierCount, 1) : earlier.length,
        ...(last !== undefined && { lastEarlier: last }),
        count,
        first: others[0]?.at ?? at,
      };
      return [value, progress] as const;
    }),
  );
}
