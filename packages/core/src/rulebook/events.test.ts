import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../memory-store/store.ts";
import type { RuleStore } from "../ports/rule-store.ts";
import { toWireResolution } from "../wire/wire-resolution.ts";
import { buildRule, namesOf } from "../../test/rules.ts";
import { wrapStore } from "../../test/wrap-store.ts";
import type { RulebookEvents } from "./events.ts";
import { createRulebook } from "./rulebook.ts";

/** A store that cannot be read while `down` is set. */
function flaky(id: string): { store: RuleStore; network: { down: boolean } } {
  const inner = createMemoryStore({ id, rules: [buildRule({ name: id })] });
  const network = { down: true };
  const list: RuleStore["list"] = (options) => {
    if (network.down) throw new Error("no route");
    return inner.list(options);
  };
  return { store: wrapStore(inner, { list }), network };
}

describe("events", () => {
  it("are emitted for each resolution and its trace", async () => {
    const rulebook = createRulebook({ stores: [createMemoryStore({ rules: [buildRule()] })] });
    const received: unknown[] = [];
    rulebook.on("rulesApplied", ({ resolution }) => received.push(namesOf(resolution.applied)));
    rulebook.on("ruleDebug", ({ trace }) => received.push(trace.final, trace.requestId));
    await rulebook.resolve({ id: "r" });
    expect(received).toEqual([["style"], ["style"], "r"]);
  });

  it("are emitted for each change, and the next request uses it", async () => {
    const store = createMemoryStore({ rules: [buildRule({ name: "a" })] });
    const rulebook = createRulebook({ stores: [store] });
    const received: RulebookEvents["rulesChanged"][] = [];
    const unsubscribe = rulebook.subscribe((change) => received.push(change));
    await rulebook.resolve();
    await store.save(buildRule({ name: "b" }));
    await store.delete("project:a");
    expect(received.map(({ saved, deleted, store: id, diagnostics }) => [namesOf(saved), deleted, id, diagnostics])).toEqual([
      [["b"], [], "memory", []],
      [[], ["project:a"], "memory", []],
    ]);
    expect(namesOf((await rulebook.resolve()).applied)).toEqual(["b"]);
    unsubscribe();
    await store.delete("project:b");
    expect(received).toHaveLength(2);
  });

  it("reach all listeners even if one throws, and affect neither request nor write", async () => {
    const errors: unknown[] = [];
    const store = createMemoryStore({ rules: [buildRule()] });
    const rulebook = createRulebook({ stores: [store], onListenerError: (error) => errors.push(error) });
    let reached = 0;
    for (const event of ["rulesApplied", "rulesChanged"] as const) {
      rulebook.on(event, () => {
        throw new Error(`broken ${event}`);
      });
      rulebook.on(event, () => {
        reached += 1;
      });
    }
    expect((await rulebook.resolve()).applied).toHaveLength(1);
    await store.save(buildRule({ name: "b" }));
    expect(reached).toBe(2);
    expect(errors).toEqual([new Error("broken rulesApplied"), new Error("broken rulesChanged")]);
  });

  it("allow a listener to unsubscribe during an event", async () => {
    const rulebook = createRulebook({ stores: [createMemoryStore()] });
    const received: string[] = [];
    const unsubscribe = rulebook.on("rulesApplied", () => {
      received.push("first");
      unsubscribe();
    });
    rulebook.on("rulesApplied", () => received.push("second"));
    await rulebook.resolve();
    await rulebook.resolve();
    expect(received).toEqual(["first", "second", "second"]);
  });
});

describe("a store that cannot be read", () => {
  it("is reported, and the other stores are used", async () => {
    const { store } = flaky("far");
    const rulebook = createRulebook({ stores: [store, createMemoryStore({ id: "near", rules: [buildRule({ name: "near" })] })] });
    const failures: unknown[] = [];
    rulebook.on("rulesFailed", ({ store: id, error }) => failures.push([id, error]));
    expect(namesOf((await rulebook.resolve()).applied)).toEqual(["near"]);
    expect(failures).toEqual([["far", new Error("no route")]]);
  });

  it("is a diagnostic in every resolution without its rules, and in none afterwards", async () => {
    const { store, network } = flaky("far");
    const rulebook = createRulebook({ stores: [store, createMemoryStore({ id: "near" })] });
    const failure = {
      code: "store/failed",
      severity: "error",
      message: 'Rules are missing: The store "far" failed: no route',
      incomplete: true,
    };
    expect((await rulebook.resolve()).diagnostics).toEqual([failure]);
    expect((await rulebook.resolve()).diagnostics).toEqual([failure]);
    expect(await rulebook.diagnostics()).toEqual([failure]);
    network.down = false;
    await rulebook.reload();
    expect((await rulebook.resolve()).diagnostics).toEqual([]);
    expect(await rulebook.diagnostics()).toEqual([]);
  });

  it("has its rules again after the next reload, with one event for each change", async () => {
    const { store, network } = flaky("far");
    const rulebook = createRulebook({ stores: [store, createMemoryStore({ id: "near" })] });
    await rulebook.resolve();
    network.down = false;
    await Promise.all([rulebook.reload(), rulebook.reload()]);
    expect(namesOf((await rulebook.resolve()).applied)).toEqual(["far"]);
    let changes = 0;
    rulebook.subscribe(() => {
      changes += 1;
    });
    await store.save(buildRule({ name: "new" }));
    expect(changes).toBe(1);
  });

  it("fails the request if it is the only one", async () => {
    const { store, network } = flaky("far");
    const rulebook = createRulebook({ stores: [store] });
    await expect(rulebook.resolve()).rejects.toThrow("no route");
    await expect(rulebook.list()).rejects.toThrow("no route");
    network.down = false;
    expect(namesOf((await rulebook.resolve()).applied)).toEqual(["far"]);
    let changes = 0;
    rulebook.subscribe(() => {
      changes += 1;
    });
    await store.save(buildRule({ name: "new" }));
    expect(changes).toBe(1);
  });
});

it("reloads its stores, and returns their diagnostics", async () => {
  let reloads = 0;
  const inner = createMemoryStore();
  const problem = { code: "rule/empty", severity: "warning", message: "The rule has no text." } as const;
  const store = wrapStore(inner, {
    async reload() {
      reloads += 1;
    },
    diagnostics: () => [problem],
  });
  const rulebook = createRulebook({ stores: [store] });
  await rulebook.reload();
  expect(reloads).toBe(1);
  expect(await rulebook.diagnostics()).toEqual([problem]);
});

it("includes only incomplete diagnostics of stores in a resolution", async () => {
  const limit = { code: "root/too-many", severity: "warning", message: "The rest is not read.", incomplete: true } as const;
  const empty = { code: "rule/empty", severity: "warning", message: "The rule has no text." } as const;
  const store = wrapStore(createMemoryStore(), { diagnostics: () => [limit, empty] });
  const resolution = await createRulebook({ stores: [store] }).resolve();
  expect(resolution.diagnostics).toEqual([limit]);
  expect(toWireResolution(resolution, [limit, empty]).diagnostics.map(({ code }) => code)).toEqual([
    "root/too-many",
    "rule/empty",
  ]);
});
