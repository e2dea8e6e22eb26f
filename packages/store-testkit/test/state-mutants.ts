import {
  createMemoryState,
  PreceptError,
  type LogAppend,
  type RateLimiter,
  type SharedState,
  type StateEntry,
  type StateLog,
  type StateRecords,
} from "@precept/core";
import type { StateRequirementId } from "../src/state/requirements.ts";
import type { SharedStateSuite } from "../src/state/state-suite.ts";

/** The parts of a client of shared state that a mutant changes. */
interface Mutation {
  readonly records?: (records: StateRecords, use: string, owner: string) => Partial<StateRecords>;
  readonly log?: (log: StateLog, use: string, owner: string) => Partial<StateLog>;
  readonly rates?: (rates: RateLimiter) => RateLimiter;
  /** Calls work after the state is closed. */
  readonly staysOpen?: true;
  /** Which other use and owner a client uses instead. */
  readonly location?: (use: string, owner: string) => readonly [use: string, owner: string];
  /** A second client, or reopened state, has other data. */
  readonly forgets?: true;
}

/** Broken state: its behaviour, and the requirements that must detect it. */
interface StateMutant extends Mutation {
  readonly detectedBy: readonly StateRequirementId[];
}

type Entries = ReadonlyMap<string, StateEntry>;

const day = 86_400_000;

interface Data {
  readonly state: SharedState;
  readonly clock: { now: number };
}

function createData(): Data {
  const clock = { now: 0 };
  return { state: createMemoryState({ now: () => clock.now }), clock };
}

/** A suite whose clients share data in memory, changed by a mutation. */
export function stateSuite(mutation: Mutation): SharedStateSuite {
  const dataOf = new WeakMap<SharedState, Data>();
  const openOn = (data: Data): SharedState => {
    const state = openClient(data.state, mutation);
    dataOf.set(state, data);
    return state;
  };
  const again = (state: SharedState): SharedState => openOn((mutation.forgets ? undefined : dataOf.get(state)) ?? createData());
  return {
    patienceMs: 100,
    open: async () => openOn(createData()),
    peer: async (state) => again(state),
    async reopen(state) {
      await state[Symbol.asyncDispose]();
      return again(state);
    },
    async pass(state, days) {
      const data = dataOf.get(state);
      if (data !== undefined) data.clock.now += days * day;
    },
  };
}

/** A client of data in memory. Closing it does not close the data. */
function openClient(data: SharedState, mutation: Mutation): SharedState {
  let isClosed = false;
  const { staysOpen, location = (use, owner) => [use, owner] as const } = mutation;
  const guard = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        if (name === "follow") return member.bind(target) as unknown;
        return async (...args: unknown[]) => {
          if (isClosed && staysOpen !== true) throw new PreceptError("STORE_CLOSED", { store: "mutant" });
          return (member as (...given: unknown[]) => unknown).apply(target, args);
        };
      },
    });
  return {
    records(use, owner) {
      const [actualUse, actualOwner] = location(use, owner);
      const records = data.records(actualUse as typeof use, actualOwner);
      const base: StateRecords = {
        read: (groups) => records.read(groups),
        update: (groups, change) => records.update(groups, change),
      };
      return guard({ ...base, ...mutation.records?.(base, use, owner) });
    },
    log(use, owner) {
      const [actualUse, actualOwner] = location(use, owner);
      const log = data.log(actualUse as typeof use, actualOwner);
      const base: StateLog = {
        append: (change) => log.append(change),
        read: (options) => log.read(options),
        follow: (onChange) => log.follow(onChange),
      };
      return guard({ ...base, ...mutation.log?.(base, use, owner) });
    },
    rates: guard(mutation.rates?.(data.rates) ?? { take: (key, perMinute) => data.rates.take(key, perMinute) }),
    async [Symbol.asyncDispose]() {
      isClosed = true;
    },
  };
}

/** Changes the texts that a client reads. */
function withoutNulls(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

function mapped(entries: Entries, change: (value: string) => string): Entries {
  return new Map([...entries].map(([key, { group, value }]) => [key, { group, value: change(value) }]));
}

export const stateMutants: Readonly<Record<string, StateMutant>> = {
  "ignores groups in a read": {
    records: (records) => ({ read: () => records.read() }),
    detectedBy: ["records/by-group"],
  },
  "returns records in the order of writes": {
    records: (records) => ({ read: async (groups) => new Map([...(await records.read(groups))].toReversed()) }),
    detectedBy: ["records/by-group"],
  },
  "has one location for all uses": { location: (_, owner) => ["approvals", owner], detectedBy: ["records/apart"] },
  "has one location for all owners": { location: (use) => [use, ""], detectedBy: ["records/apart", "log/apart"] },
  "passes all records to an update": {
    records: (records) => ({
      update: async (groups, change) => {
        const all = [...(await records.read()).values()].map(({ group }) => group);
        return records.update([...groups, ...all], change);
      },
    }),
    detectedBy: ["records/passed"],
  },
  "keeps records that an update does not return": {
    records: (records) => ({
      update: (groups, change) =>
        records.update(groups, (before) => {
          const { entries, result } = change(before);
          return { entries: new Map([...before, ...entries]), result };
        }),
    }),
    detectedBy: ["records/replaced"],
  },
  "writes what an update returned before it threw": {
    records: (records) => ({
      update: async (groups, change) => {
        try {
          return await records.update(groups, change);
        } catch (error) {
          await records.update(groups, () => ({ entries: new Map(), result: undefined }));
          throw error;
        }
      },
    }),
    detectedBy: ["records/throws"],
  },
  "drops characters of values": {
    records: (records) => ({ read: async (groups) => mapped(await records.read(groups), withoutNulls) }),
    detectedBy: ["records/texts"],
  },
  "reads before it locks": {
    records: (records) => ({
      update: async (groups, change) => {
        const before = await records.read(groups);
        await new Promise((resolve) => setTimeout(resolve, 2));
        const { entries, result } = change(before);
        return records.update(groups, () => ({ entries, result }));
      },
    }),
    detectedBy: ["records/concurrent", "records/peer"],
  },
  "has data for itself": {
    forgets: true,
    detectedBy: ["records/peer", "records/durable", "log/peer", "log/durable", "rates/peer"],
  },
  "removes no old records": {
    location: (use, owner) => ["tokens", `${use} ${owner}`],
    detectedBy: ["records/old"],
  },
  "numbers entries from 0": {
    log: (log) => ({
      read: async (options) => {
        const page = await log.read(options);
        return { ...page, entries: page.entries.map(({ position, value }) => ({ position: position - 1, value })) };
      },
    }),
    detectedBy: ["log/positions"],
  },
  "returns the number of appended entries": {
    log: (log) => ({
      append: async (change) => {
        const { last } = await log.read({ after: 0, limit: 0 });
        return (await log.append(change)) - last;
      },
    }),
    detectedBy: ["log/positions"],
  },
  "ignores the limit of a read": {
    log: (log) => ({ read: ({ after }) => log.read({ after, limit: 1_000_000 }) }),
    detectedBy: ["log/reads"],
  },
  "returns the entry at the position, too": {
    log: (log) => ({ read: ({ after, limit }) => log.read({ after: after - 1, limit }) }),
    detectedBy: ["log/reads"],
  },
  "stores no text beside the entries": {
    log: (log) => ({
      append: (change) => log.append({ entries: (typeof change === "function" ? change(undefined) : change).entries }),
    }),
    detectedBy: ["log/state", "log/durable"],
  },
  "removes the stored text with the next append": {
    log: (log) => ({
      append: (change) =>
        log.append((state): LogAppend => ({
          state: "",
          ...(typeof change === "function" ? change(state || undefined) : change),
        })),
    }),
    detectedBy: ["log/state"],
  },
  "appends an entry if an append throws": {
    log: (log) => ({
      append: async (change) => {
        try {
          return await log.append(change);
        } catch (error) {
          await log.append({ entries: [""] });
          throw error;
        }
      },
    }),
    detectedBy: ["log/throws"],
  },
  "drops characters of entries": {
    log: (log) => ({
      read: async (options) => {
        const page = await log.read(options);
        return { ...page, entries: page.entries.map(({ position, value }) => ({ position, value: withoutNulls(value) })) };
      },
    }),
    detectedBy: ["log/texts"],
  },
  "does not say what it has removed": {
    log: (log) => ({ read: async (options) => ({ ...(await log.read(options)), prunedUntil: 0 }) }),
    detectedBy: ["log/pruned"],
  },
  "decides an append before it locks": {
    log: (log) => ({
      append: async (change) => {
        const { state } = await log.read({ after: 0, limit: 0 });
        await new Promise((resolve) => setTimeout(resolve, 2));
        return log.append(typeof change === "function" ? change(state) : change);
      },
    }),
    detectedBy: ["log/concurrent"],
  },
  "never calls followers": { log: () => ({ follow: () => () => undefined }), detectedBy: ["log/follow", "log/peer"] },
  "calls followers that have ended": {
    log: (log) => ({
      follow: (onChange) => {
        log.follow(onChange);
        return () => undefined;
      },
    }),
    detectedBy: ["log/follow"],
  },
  "lets a reader see a later entry before an earlier one": {
    log: (log) => ({
      read: async (options) => {
        const page = await log.read(options);
        return { ...page, entries: page.entries.length > 1 ? page.entries.slice(1) : page.entries };
      },
    }),
    detectedBy: ["log/peer"],
  },
  "allows one use more": {
    rates: (rates) => ({ take: (key, perMinute) => rates.take(key, perMinute + 1) }),
    detectedBy: ["rates/allowance"],
  },
  "says that the next use is now": {
    rates: (rates) => ({ take: async (key, perMinute) => Math.min(1, await rates.take(key, perMinute)) }),
    detectedBy: ["rates/allowance"],
  },
  "has one allowance for all keys": {
    rates: (rates) => ({ take: (_, perMinute) => rates.take("", perMinute) }),
    detectedBy: ["rates/keys"],
  },
  "works after it is closed": { staysOpen: true, detectedBy: ["state/closed"] },
};
