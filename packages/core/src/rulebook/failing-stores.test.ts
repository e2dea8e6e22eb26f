import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../memory-store/store.ts";
import { createFaultyStore, type EventFault, type Network } from "../../test/faulty-store.ts";
import { ManualTimers, finishPending } from "../../test/manual-timers.ts";
import { buildRule, namesOf } from "../../test/rules.ts";
import { wrapStore } from "../../test/wrap-store.ts";
import { createRulebook } from "./rulebook.ts";

function open() {
  const timers = new ManualTimers();
  const far = createMemoryStore({ id: "far", rules: [buildRule({ name: "far" })] });
  const { store, network } = createFaultyStore(far);
  const near = createMemoryStore({ id: "near", rules: [buildRule({ name: "near" })] });
  const rulebook = createRulebook({ stores: [store, near], timers });
  return { timers, far, network, rulebook };
}

async function answer({ rulebook }: ReturnType<typeof open>) {
  const { applied, stores, diagnostics } = await rulebook.resolve();
  return {
    names: namesOf(applied),
    stores: stores.map(({ store, status }) => `${store} ${status}`),
    codes: diagnostics.map(({ code }) => code),
  };
}

const whole = { names: ["far", "near"], stores: [], codes: [] };
const withoutFar = { names: ["near"], stores: ["far failed"], codes: ["store/failed"] };

describe("a store that fails at first", () => {
  it("is missing from answers, which say so, and is read again by itself", async () => {
    const opened = open();
    opened.network.calls = "fail";
    expect(await answer(opened)).toEqual(withoutFar);
    await opened.timers.advance(10_000);
    expect(await answer(opened)).toEqual(withoutFar);
    opened.network.calls = "answer";
    await opened.timers.advance(60_000);
    expect(await answer(opened)).toEqual(whole);
  });

  it("announces its rules when they are there", async () => {
    const opened = open();
    const heard: string[] = [];
    opened.rulebook.subscribe(({ saved }) => heard.push(...namesOf(saved)));
    opened.rulebook.on("storeChanged", ({ store, status }) => heard.push(`${store} ${status}`));
    opened.network.calls = "fail";
    await answer(opened);
    opened.network.calls = "answer";
    await opened.timers.advance(60_000);
    expect(heard).toEqual(["far failed", "far", "far ready"]);
  });

  it("is retried with growing delays", async () => {
    const opened = open();
    const delays: number[] = [];
    const start = opened.timers.setTimeout.bind(opened.timers);
    opened.timers.setTimeout = (callback, ms) => {
      delays.push(ms);
      return start(callback, ms);
    };
    opened.network.calls = "fail";
    await answer(opened);
    await opened.timers.advance(200_000);
    const retries = delays.filter((ms) => ms !== 5000 && ms !== 30_000 && ms !== 60_000 && ms !== 600_000);
    expect(retries.slice(0, 5)).toEqual([375, 750, 1500, 3000, 6000]);
    expect(Math.max(...retries)).toBe(45_000);
  });
});

describe("a store that hangs", () => {
  it("delays a request up to the limit, and the next ones not at all", async () => {
    const opened = open();
    opened.network.calls = "hang";
    const first = answer(opened);
    await opened.timers.advance(5000);
    expect(await first).toEqual(withoutFar);
    expect(await answer(opened)).toEqual(withoutFar);
  });

  it("is read again by itself, even if the call never ends", async () => {
    const opened = open();
    opened.network.calls = "hang";
    const first = answer(opened);
    await opened.timers.advance(5000);
    await first;
    opened.network.calls = "answer";
    await opened.timers.advance(300_000);
    expect(await answer(opened)).toEqual(whole);
  });

  it("is whole as soon as the call ends", async () => {
    const opened = open();
    opened.network.calls = "hang";
    const first = answer(opened);
    await opened.timers.advance(5000);
    await first;
    opened.network.calls = "answer";
    opened.network.release();
    await finishPending();
    expect(await answer(opened)).toEqual(whole);
  });
});

describe("a store that loses its change feed", () => {
  it("answers from the rules that it had, and says that they may be old, until the feed is back", async () => {
    const opened = open();
    await answer(opened);
    opened.network.state = { status: "stale", error: new Error("connection lost") };
    opened.network.events.push("lost");
    opened.network.announce();
    await opened.far.save(buildRule({ name: "new" }));
    expect(await answer(opened)).toEqual({ names: ["far", "near"], stores: ["far stale"], codes: ["store/stale"] });
    opened.network.state = { status: "ready" };
    opened.network.announce();
    await finishPending();
    expect(await answer(opened)).toEqual({ ...whole, names: ["far", "near", "new"] });
  });

  it("in the middle of a request: that request and the next ones say so", async () => {
    const opened = open();
    await answer(opened);
    const { rulebook, network, far } = opened;
    const running = rulebook.resolve();
    network.calls = "fail";
    network.events.push("late", "delivered");
    await far.save(buildRule({ name: "lost" }));
    await far.save(buildRule({ name: "new" }));
    await running;
    expect(await answer(opened)).toMatchObject({ names: ["far", "near"], stores: ["far stale"] });
    network.calls = "answer";
    await opened.timers.advance(60_000);
    expect(await answer(opened)).toEqual({ ...whole, names: ["far", "lost", "near", "new"] });
  });

  it("without noticing: the next comparison of positions finds what was lost", async () => {
    const opened = open();
    await answer(opened);
    opened.network.events.push("lost");
    await opened.far.save(buildRule({ name: "lost" }));
    await opened.timers.advance(30_000);
    expect(await answer(opened)).toEqual({ ...whole, names: ["far", "lost", "near"] });
  });
});

it("does not hold a rule that was created and deleted while the rules were read", async () => {
  const far = createMemoryStore({ id: "far", rules: [buildRule({ name: "far" })] });
  const store = wrapStore(far, {
    async *list(options) {
      await far.save(buildRule({ name: "gone" }), { upsert: true });
      yield* far.list(options);
      await far.delete("project:gone");
    },
    // No event reports it.
    subscribe: () => () => undefined,
  });
  const rulebook = createRulebook({ stores: [store] });
  expect(namesOf(await rulebook.list())).toEqual(["far"]);
});

it("does not replace a newer rule with an older change that arrives late", async () => {
  const opened = open();
  await answer(opened);
  const { far, network } = opened;
  network.events.push("late", "delivered");
  await far.save(buildRule({ name: "far", content: "older" }), { upsert: true });
  await far.save(buildRule({ name: "far", content: "newer" }), { upsert: true });
  network.deliverLate();
  await finishPending();
  expect((await opened.rulebook.get("far")).content).toBe("newer");
});

it("holds exactly the rules of the store after any sequence of writes, lost, late, repeated and shortened events, and failures", async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("save" as const), at: fc.nat(4), text: fc.string({ maxLength: 4 }) }),
    fc.record({ kind: fc.constant("delete" as const), at: fc.nat(4) }),
    fc.record({ kind: fc.constant("calls" as const), calls: fc.constantFrom<Network["calls"]>("answer", "fail", "hang") }),
    fc.record({ kind: fc.constant("late" as const) }),
    fc.record({ kind: fc.constant("request" as const) }),
    fc.record({ kind: fc.constant("time" as const), ms: fc.constantFrom(100, 1000, 40_000) }),
    fc.record({ kind: fc.constant("burst" as const), count: fc.constantFrom(3, 2100) }),
  );
  const fault = fc.constantFrom<EventFault>("delivered", "lost", "twice", "late", "omitted");
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.array(fault, { maxLength: 40 }), async (steps, faults) => {
      const { timers, far, network, rulebook } = open();
      network.events.push(...faults);
      let writes = 0;
      const save = async (id: string, text: string) => {
        writes += 1;
        await far.save(buildRule({ id, name: id, content: `${text} ${writes}` }), { upsert: true });
      };
      const requests: Promise<unknown>[] = [];
      for (const one of steps) {
        if (one.kind === "save") await save(`r${one.at}`, one.text);
        else if (one.kind === "delete") await far.delete(`r${one.at}`);
        else if (one.kind === "calls") network.calls = one.calls;
        else if (one.kind === "late") network.deliverLate();
        else if (one.kind === "request") requests.push(rulebook.list());
        else if (one.kind === "time") await timers.advance(one.ms);
        else for (let count = 0; count < one.count; count += 1) await save(`b${count % 3}`, "burst");
        await finishPending();
      }
      network.calls = "answer";
      network.release();
      network.deliverLate();
      await timers.advance(300_000);
      await Promise.all(requests);
      const expected: string[] = [];
      for await (const { rule } of far.list()) expected.push(`${rule.id} ${rule.content}`);
      const held = (await rulebook.list()).filter(({ origin }) => origin.store === "far");
      expect(held.map(({ id, content }) => `${id} ${content}`).toSorted()).toEqual(expected.toSorted());
      expect((await rulebook.resolve()).stores).toEqual([]);
      await rulebook[Symbol.asyncDispose]();
    }),
    { numRuns: 40 },
  );
});
