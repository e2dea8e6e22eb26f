import type { LogAppend, StateLog } from "@precept/core";
import { expect, vi } from "vitest";
import type { StateRequirementId } from "./requirements.ts";
import type { StateCheck } from "./state-suite.ts";

type LogChecks = Readonly<Record<Extract<StateRequirementId, `log/${string}`>, StateCheck>>;

async function valuesOf(log: StateLog, after = 0, limit = 10_000): Promise<readonly string[]> {
  return (await log.read({ after, limit })).entries.map(({ value }) => value);
}

function numbers(count: number, prefix = ""): readonly string[] {
  return Array.from({ length: count }, (_, at) => `${prefix}${at}`);
}

/** Appends an entry and increments the number beside the entries. */
function appendCount(before: string | undefined): LogAppend {
  return { entries: ["x"], state: String(Number(before ?? 0) + 1) };
}

const oddTexts = ["", "a\0b", "\ud800", "\u0001", '\u0001"x"', "ü💥\n"];

export const logChecks: LogChecks = {
  "log/positions": async ({ state }) => {
    const log = state.log("traces", "shop");
    expect(await log.read({ after: 0, limit: 10 })).toEqual({ entries: [], last: 0, prunedUntil: 0, state: undefined });
    expect(await log.append({ entries: ["a", "b"] })).toBe(2);
    expect(await log.append({ entries: [] })).toBe(2);
    expect(await log.append(() => ({ entries: ["c"] }))).toBe(3);
    expect((await log.read({ after: 0, limit: 10 })).entries).toEqual([
      { position: 1, value: "a" },
      { position: 2, value: "b" },
      { position: 3, value: "c" },
    ]);
  },
  "log/apart": async ({ state }) => {
    await state.log("traces", "shop").append({ entries: ["a"] });
    await state.log("traces", "bank").append({ entries: ["b"] });
    await state.log("events", "shop").append({ entries: ["c"], state: "1" });
    expect(await valuesOf(state.log("traces", "shop"))).toEqual(["a"]);
    expect(await valuesOf(state.log("traces", "bank"))).toEqual(["b"]);
    expect(await state.log("events", "shop").read({ after: 0, limit: 0 })).toMatchObject({ last: 1, state: "1" });
    expect(await state.log("events", "bank").read({ after: 0, limit: 9 })).toMatchObject({ entries: [], state: undefined });
  },
  "log/reads": async ({ state }) => {
    const log = state.log("events", "shop");
    await log.append({ entries: numbers(5) });
    expect(await log.read({ after: 1, limit: 2 })).toMatchObject({ entries: [{ value: "1" }, { value: "2" }], last: 5 });
    expect(await log.read({ after: 5, limit: 2 })).toMatchObject({ entries: [], last: 5 });
    expect(await log.read({ after: 0, limit: 0 })).toMatchObject({ entries: [], last: 5 });
  },
  "log/state": async ({ state }) => {
    const log = state.log("events", "shop");
    const seen: (string | undefined)[] = [];
    const append = (next?: string) =>
      log.append((before) => {
        seen.push(before);
        return next === undefined ? { entries: ["x"] } : { entries: [], state: next };
      });
    await append("one");
    await append();
    await append("two");
    await append();
    expect(seen).toEqual([undefined, "one", "one", "two"]);
    expect(await log.read({ after: 0, limit: 9 })).toMatchObject({ entries: [{ position: 1 }, { position: 2 }], state: "two" });
  },
  "log/throws": async ({ state }) => {
    const log = state.log("events", "shop");
    await log.append({ entries: ["a"], state: "one" });
    const failing = log.append(() => {
      throw new Error("No.");
    });
    await expect(failing).rejects.toThrow("No.");
    expect(await log.append({ entries: ["b"] })).toBe(2);
    expect(await log.read({ after: 0, limit: 9 })).toMatchObject({ entries: [{ value: "a" }, { value: "b" }], state: "one" });
  },
  "log/texts": async ({ state }) => {
    const log = state.log("events", "shop");
    for (const text of oddTexts) {
      await log.append({ entries: [text], state: text });
      expect((await log.read({ after: 0, limit: 0 })).state).toBe(text);
    }
    expect(await valuesOf(log)).toEqual(oddTexts);
  },
  "log/pruned": async ({ state }) => {
    const log = state.log("traces", "shop");
    await log.append({ entries: ["first"] });
    for (let round = 0; round < 10; round += 1) await log.append({ entries: numbers(50, `${round}-`) });
    const { entries, last, prunedUntil } = await log.read({ after: 0, limit: 1000 });
    expect(last).toBe(501);
    expect(entries.length).toBe(last - prunedUntil);
    expect(entries.length).toBeGreaterThanOrEqual(200);
    expect(entries.length).toBeLessThan(450);
    expect(entries.map(({ position }) => position)).toEqual(
      Array.from({ length: entries.length }, (_, at) => prunedUntil + 1 + at),
    );
    expect(entries.at(-1)?.value).toBe("9-49");
    // Others are retained for good.
    const audit = state.log("audit-violations", "shop");
    await audit.append({ entries: numbers(500) });
    expect(await audit.read({ after: 499, limit: 9 })).toMatchObject({ prunedUntil: 0, last: 500 });
  },
  "log/concurrent": async ({ state }) => {
    const log = state.log("events", "shop");
    const positions = await Promise.all(Array.from({ length: 20 }, () => log.append(appendCount)));
    expect(positions.toSorted((left, right) => left - right)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    expect((await log.read({ after: 0, limit: 0 })).state).toBe("20");
  },
  "log/follow": async ({ state, patienceMs }) => {
    const log = state.log("events", "shop");
    const calls = { ended: 0, other: 0 };
    const end = log.follow(() => (calls.ended += 1));
    const endOther = log.follow(() => (calls.other += 1));
    const appendAndWait = async (followers: readonly (keyof typeof calls)[]): Promise<void> => {
      const before = { ...calls };
      await log.append({ entries: ["a"] });
      await vi.waitFor(() => expect(followers.filter((one) => calls[one] === before[one])).toEqual([]), patienceMs);
    };
    await appendAndWait(["ended", "other"]);
    await appendAndWait(["ended", "other"]);
    end();
    const { ended } = calls;
    await appendAndWait(["other"]);
    expect(calls.ended).toBe(ended);
    endOther();
  },
  "log/peer": async ({ state, openPeer, patienceMs }) => {
    const [one, other] = [state.log("events", "shop"), (await openPeer()).log("events", "shop")];
    const seen: string[] = [];
    const positions: number[] = [];
    let reading: Promise<void> = Promise.resolve();
    const read = async (): Promise<void> => {
      const { entries } = await other.read({ after: positions.at(-1) ?? 0, limit: 1000 });
      for (const { position, value } of entries) {
        positions.push(position);
        seen.push(value);
      }
    };
    const end = other.follow(() => (reading = reading.then(read)));
    await Promise.all(
      [one, other].flatMap((log, client) => numbers(15).map((at) => log.append({ entries: [`${client}-${at}`] }))),
    );
    await vi.waitFor(() => expect(seen).toHaveLength(30), patienceMs);
    end();
    await reading;
    expect(positions).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
    expect(seen.toSorted()).toEqual([...numbers(15, "0-"), ...numbers(15, "1-")].toSorted());
    expect(await valuesOf(one)).toEqual(seen);
  },
  "log/durable": async ({ state, reopen }) => {
    await state.log("events", "shop").append({ entries: ["a", "b"], state: "one" });
    const again = (await reopen()).log("events", "shop");
    expect(await again.read({ after: 0, limit: 9 })).toMatchObject({ entries: [{ value: "a" }, { value: "b" }], state: "one" });
    expect(await again.append({ entries: ["c"] })).toBe(3);
  },
};
