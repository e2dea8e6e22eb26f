import { describe, expect, it } from "vitest";
import { createFaultyStore } from "../../test/faulty-store.ts";
import { finishPending, ManualTimers } from "../../test/manual-timers.ts";
import { buildRule, namesOf } from "../../test/rules.ts";
import { createMemoryStore } from "../memory-store/store.ts";
import { createMemoryRuleCache } from "../mirror/memory-rule-cache.ts";
import type { RuleCache } from "../ports/rule-cache.ts";
import { createRulebook, type Rulebook } from "./rulebook.ts";

const shop = { project: "shop" };

function setUp(cache?: RuleCache, epoch = "one") {
  const server = createMemoryStore({
    ...(epoch !== "" && { epoch }),
    rules: [buildRule({ id: "shared", name: "shared" }), buildRule({ id: "cart", name: "cart", projectId: "shop" })],
  });
  const { store, network } = createFaultyStore(server);
  const timers = new ManualTimers();
  const open = (warmUp: readonly { projectId: string }[] = []): Rulebook =>
    createRulebook({ stores: [store], timers, warmUp, ...(cache !== undefined && { l2: { cache } }) });
  return { server, network, timers, open };
}

async function appliedTo(rulebook: Rulebook, request = shop): Promise<readonly string[]> {
  return namesOf((await rulebook.resolve(request)).applied).toSorted();
}

describe("the rules of a rulebook in memory", () => {
  it("answer all requests of a project after one reading of each owner", async () => {
    const { open } = setUp();
    await using rulebook = open();
    for (let request = 0; request < 100; request += 1) expect(await appliedTo(rulebook)).toEqual(["cart", "shared"]);
    await rulebook.list({ tenant: { projectId: "shop" }, scope: "project" });
    expect(rulebook.metrics()).toMatchObject({
      l1: { hits: 100, misses: 1, rules: 2, evictions: 0 },
      store: { reads: 2, errors: 0 },
      staleAnswers: 0,
    });
  });

  it("include the changes of other processes without a further reading", async () => {
    const { open, server } = setUp();
    await using rulebook = open();
    await appliedTo(rulebook);
    const { store: before } = rulebook.metrics();
    await server.save(buildRule({ id: "new", name: "new", projectId: "shop" }));
    await server.delete("cart");
    expect(await appliedTo(rulebook)).toEqual(["new", "shared"]);
    expect(rulebook.metrics().store).toEqual(before);
  });

  it("are counted as stale while their store fails", async () => {
    const { open, network, timers } = setUp();
    await using rulebook = open();
    await appliedTo(rulebook);
    network.calls = "fail";
    await timers.advance(30_000);
    expect(await appliedTo(rulebook)).toEqual(["cart", "shared"]);
    expect(rulebook.metrics()).toMatchObject({ staleAnswers: 1, store: { reads: 2 } });
    expect(rulebook.metrics().store.errors).toBeGreaterThan(0);
  });

  it("are there before the first request of a tenant to warm up", async () => {
    const { open } = setUp();
    await using rulebook = open([{ projectId: "shop" }]);
    await finishPending();
    const { reads } = rulebook.metrics().store;
    expect(await appliedTo(rulebook)).toEqual(["cart", "shared"]);
    expect(rulebook.metrics().store.reads).toBe(reads);
  });

  it("come from the second layer if another process has read them, with the changes since", async () => {
    const { open, server } = setUp(createMemoryRuleCache({ now: () => 0 }));
    await using first = open();
    await appliedTo(first);
    await server.save(buildRule({ id: "new", name: "new", projectId: "shop" }));
    await using second = open();
    expect(await appliedTo(second)).toEqual(["cart", "new", "shared"]);
    expect(second.metrics()).toMatchObject({ l2: { hits: 2, misses: 0 }, store: { reads: 0 } });
  });

  it("do not come from the second layer if processes do not share the positions of their store", async () => {
    const { open } = setUp(createMemoryRuleCache({ now: () => 0 }), "");
    await using first = open();
    await appliedTo(first);
    await using second = open();
    expect(await appliedTo(second)).toEqual(["cart", "shared"]);
    expect(second.metrics()).toMatchObject({ l2: { hits: 0, misses: 0, errors: 0 }, store: { reads: 2 } });
  });
});
