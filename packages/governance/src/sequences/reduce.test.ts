import { describe, expect, it } from "vitest";
import type { Policy, PolicySequence } from "../model/policy.ts";
import { buildPolicy } from "../../test/policies.ts";
import type { SequenceCall } from "./events.ts";
import { reduceSequences, type SequenceProgress } from "./reduce.ts";
import { emptySequenceState, maxSequenceValues, sequenceId, type SequenceState } from "./state.ts";

/** A session of one policy, whose calls are given by what they meet. */
class Session {
  state: SequenceState = emptySequenceState;
  readonly #policies: readonly Policy[];

  constructor(sequence: Partial<PolicySequence>) {
    const policy = buildPolicy({ id: "P" });
    this.#policies = [{ ...policy, sequence: { count: 1, failed: false, ...sequence } }];
  }

  call(
    at: number,
    {
      isEarlier = false,
      isReset = false,
      values = ["v"],
      ...call
    }: Partial<SequenceCall> & { isEarlier?: boolean; isReset?: boolean; values?: readonly string[] } = {},
  ): SequenceProgress | undefined {
    const event = {
      session: "s",
      use: `u${at}`,
      isKnownUse: true,
      at,
      stage: "before" as const,
      observations: [{ policy: "P", isEarlier, isReset, values }],
      ...call,
    };
    const { state, progress } = reduceSequences(this.state, { kind: "called", ...event }, this.#policies);
    this.state = state;
    if (isReset) this.state = reduceSequences(state, { kind: "made", ...event }, this.#policies).state;
    return progress.get("P")?.get(values[0] ?? "");
  }

  apply(event: Parameters<typeof reduceSequences>[1]): void {
    this.state = reduceSequences(this.state, event, this.#policies).state;
  }

  get record() {
    return this.state.records[sequenceId({ session: "s", policy: "P" })];
  }
}

const holds = (progress: SequenceProgress | undefined) => progress?.holds;

describe("a sequence that counts calls", () => {
  it("holds from its count on, and tells the first counted call", () => {
    const session = new Session({ count: 3 });
    expect([1, 2, 3, 4].map((at) => session.call(at))).toEqual([
      { holds: false, earlierCount: 0, count: 1, first: 1 },
      { holds: false, earlierCount: 0, count: 2, first: 1 },
      { holds: true, earlierCount: 0, count: 3, first: 1 },
      { holds: true, earlierCount: 0, count: 3, first: 2 },
    ]);
    expect(session.record?.values["v"]?.map(({ at }) => at)).toEqual([2, 3, 4]);
  });

  it("counts a call once, and each value separately", () => {
    const session = new Session({ count: 2 });
    session.call(1, { use: "a" });
    expect(session.call(2, { use: "a", stage: "after" })?.count).toBe(1);
    expect(session.call(3, { values: ["other"] })?.count).toBe(1);
    expect(session.call(4, { values: ["v", "other"] })?.count).toBe(2);
  });

  it("counts within a time, without its end", () => {
    const session = new Session({ count: 2, per: 10 });
    session.call(100);
    expect(holds(session.call(109, { use: "x" }))).toBe(true);
    const later = new Session({ count: 2, per: 10 });
    later.call(100);
    expect(holds(later.call(110))).toBe(false);
  });

  it("stores nothing of single calls", () => {
    const session = new Session({ count: 1 });
    expect(holds(session.call(1))).toBe(true);
    expect(session.record).toBeUndefined();
    session.call(2, { isEarlier: true });
    expect(session.record).toMatchObject({ earlierCount: 1, values: {} });
  });

  it("remembers the last 100 values", () => {
    const session = new Session({ count: 2 });
    for (let at = 0; at < maxSequenceValues; at += 1) session.call(at, { values: [`v${at}`] });
    session.call(500, { values: ["v0"] });
    session.call(501, { values: ["new"] });
    expect(Object.keys(session.record?.values ?? {})).toHaveLength(100);
    expect(session.record?.values).not.toHaveProperty("v1");
    expect(session.record?.values).toHaveProperty("v0");
  });

  it("does not count denied calls, and starts again after a reset", () => {
    const session = new Session({ count: 2 });
    session.call(1, { use: "a" });
    session.apply({ kind: "denied", session: "s", use: "a" });
    expect(session.call(2)?.count).toBe(1);
    session.call(3, { isReset: true, values: [] });
    expect(session.call(4)?.count).toBe(1);
    session.apply({ kind: "forked", from: "s", to: "t" });
    session.apply({ kind: "ended", session: "s" });
    expect(Object.values(session.state.records).map((record) => record.session)).toEqual(["t"]);
    expect(session.call(5)?.count).toBe(1);
  });
});

describe("a sequence after another call", () => {
  const after = {} as never;

  it("holds after the call, and counts the earlier calls", () => {
    const session = new Session({ after });
    expect(session.call(1)).toEqual({ holds: false, earlierCount: 0, count: 1, first: 1 });
    session.call(2, { isEarlier: true, values: [] });
    session.call(2, { isEarlier: true, values: [], stage: "after" });
    expect(session.call(3)).toEqual({ holds: true, earlierCount: 1, lastEarlier: 2, count: 1, first: 3 });
    session.call(4, { isEarlier: true, values: [] });
    expect(session.call(5)).toMatchObject({ earlierCount: 2, lastEarlier: 4 });
  });

  it("does not hold after itself alone", () => {
    const session = new Session({ after });
    expect(holds(session.call(1, { isEarlier: true }))).toBe(false);
    expect(holds(session.call(2, { isEarlier: true }))).toBe(true);
  });

  it.each([
    [109, true, 1],
    [110, false, 0],
  ])("holds within its time: at %i: %s", (at, expected, earlierCount) => {
    const session = new Session({ after, within: 10 });
    session.call(50, { isEarlier: true, values: [] });
    session.call(100, { isEarlier: true, values: [] });
    expect(session.call(at)).toMatchObject({ holds: expected, earlierCount });
  });

  it("counts more earlier calls than it remembers, less the denied ones", () => {
    const session = new Session({ after });
    for (let at = 0; at < 20; at += 1) session.call(at, { isEarlier: true, values: [] });
    expect(session.record?.earlier).toHaveLength(16);
    expect(session.call(30)).toMatchObject({ earlierCount: 20, lastEarlier: 19 });
    session.apply({ kind: "denied", session: "s", use: "u19" });
    expect(session.call(31)).toMatchObject({ earlierCount: 19, lastEarlier: 18 });
    for (let at = 0; at < 19; at += 1) session.apply({ kind: "denied", session: "s", use: `u${at}` });
    expect(session.call(32)).toMatchObject({ holds: false, earlierCount: 0 });
  });
});

describe("a sequence that counts failures", () => {
  it("counts calls that failed, before and after they are made", () => {
    const session = new Session({ count: 2, failed: true });
    session.call(1, { use: "a" });
    expect(session.call(2, { use: "b" })?.count).toBe(1);
    session.call(3, { use: "a", stage: "after", outcome: "failed", values: [] });
    expect(session.call(4, { use: "c" })).toMatchObject({ holds: true, count: 2, first: 1 });
    session.call(5, { use: "d", stage: "after", outcome: "failed" });
    expect(session.call(6, { use: "e" })?.count).toBe(2);
    expect(session.record?.values["v"]).toHaveLength(4);
  });

  it("starts again after a success with the same value", () => {
    const session = new Session({ count: 2, failed: true });
    session.call(1, { use: "a", stage: "after", outcome: "failed" });
    session.call(2, { use: "b" });
    session.call(3, { use: "b", stage: "after", outcome: "succeeded" });
    expect(session.call(4)?.count).toBe(1);
  });

  it("changes nothing without an outcome, or before the call", () => {
    const session = new Session({ count: 2, failed: true });
    session.call(1, { use: "a" });
    session.call(2, { use: "a", stage: "before", outcome: "failed", values: [] });
    session.call(3, { use: "a", stage: "after", values: [] });
    expect(session.call(4)?.count).toBe(1);
  });

  it("without ids, an outcome belongs to the last call whose outcome is unknown", () => {
    const session = new Session({ count: 2, failed: true });
    session.call(1, { use: "a", values: ["v"] });
    session.call(2, { use: "b", values: ["w"] });
    session.call(3, { use: "x", isKnownUse: false, stage: "after", outcome: "failed", values: [] });
    expect(session.record?.values).toMatchObject({ v: [{ use: "a" }], w: [{ use: "b", failed: true }] });
    expect(session.record?.values["v"]?.[0]).not.toHaveProperty("failed");
  });
});
