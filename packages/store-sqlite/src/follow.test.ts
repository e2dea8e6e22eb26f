import type { RuleStore } from "@precept/core";
import { describe, expect, it, vi } from "vitest";
import { databasePath } from "../test/directory.ts";
import { openDriver, openStore } from "../test/open.ts";
import { buildRule, change } from "../test/rules.ts";

function recordChanges(store: RuleStore): string[] {
  const published: string[] = [];
  store.subscribe((event) => {
    if (event.kind !== "changed") return;
    const { saved, deleted } = event;
    published.push([...saved.map(({ rule }) => `${rule.id}@${rule.version}`), ...deleted.map((id) => `-${id}`)].join(" "));
  });
  return published;
}

/** Two stores over one file, with separate connections. */
function openTwo(options: { readonly watch?: boolean; readonly pollMs?: number } = {}) {
  const path = databasePath();
  return { path, store: openStore({ path, ...options }), other: openStore({ path, id: "other" }) };
}

describe("a reload", () => {
  it("publishes all writes of other connections since the last call as one change, with the current state of each rule", async () => {
    const { store, other } = openTwo();
    await store.save(buildRule({ id: "old" }));
    const published = recordChanges(store);
    await other.save(buildRule({ id: "b" }));
    await change(other, "b", { content: "two" });
    await other.save(buildRule({ id: "a" }));
    await other.delete("old");
    await other.save(buildRule({ id: "unseen" }));
    await other.delete("unseen");
    expect(published).toEqual([]);
    await store.reload();
    await store.reload();
    expect(published).toEqual(["a@1 b@2 -old"]);
    await other.save(buildRule({ id: "c" }));
    await store.reload();
    expect(published).toEqual(["a@1 b@2 -old", "c@1"]);
  });

  it("does not publish writes before the first subscription", async () => {
    const { store, other } = openTwo();
    await other.save(buildRule({ id: "a" }));
    await store.get("a");
    await other.save(buildRule({ id: "b" }));
    const published = recordChanges(store);
    await store.reload();
    await other.save(buildRule({ id: "c" }));
    await store.reload();
    expect(published).toEqual(["c@1"]);
  });

  it("publishes frozen rules", async () => {
    const { store, other } = openTwo();
    const refused: unknown[] = [];
    store.subscribe((event) => {
      const rule = event.kind === "changed" ? event.saved[0]?.rule : undefined;
      for (const part of [rule, rule?.tags, rule?.origin, rule?.metadata, rule?.metadata["a"]]) {
        refused.push(typeof part === "object" && part !== null && Reflect.set(part, "length", 0));
      }
    });
    await store.save(buildRule({ id: "a", tags: ["b"], metadata: { a: { b: 1 } } }));
    await other.save(buildRule({ id: "b", tags: ["b"], metadata: { a: { b: 1 } } }));
    await store.reload();
    expect(refused).toEqual(Array.from({ length: 10 }, () => false));
  });

  it("publishes rules of other connections with its own store id as origin", async () => {
    const { store, other } = openTwo();
    const origins: string[] = [];
    store.subscribe((event) => event.kind === "changed" && origins.push(...event.saved.map(({ rule }) => rule.origin.store)));
    await other.save(buildRule({ id: "a" }));
    await store.reload();
    expect(origins).toEqual(["sqlite"]);
    expect((await other.get("a"))?.rule.origin.store).toBe("other");
  });
});

describe("a write through the store", () => {
  it("is published once, after earlier writes of other connections", async () => {
    const { store, other } = openTwo();
    const published = recordChanges(store);
    await store.save(buildRule({ id: "a" }));
    await other.save(buildRule({ id: "b" }));
    await store.save(buildRule({ id: "c" }));
    await store.reload();
    expect(published).toEqual(["a@1", "b@1", "c@1"]);
  });

  it("is not published if it is rejected, and writes of other connections are published later", async () => {
    const { store, other } = openTwo();
    const published = recordChanges(store);
    const { revision } = await store.save(buildRule({ id: "a" }));
    await change(other, "a", { content: "two" });
    await expect(store.save(buildRule({ id: "a" }), { revision })).rejects.toMatchObject({ code: "RULE_CONFLICT" });
    expect(published).toEqual(["a@1"]);
    await store.reload();
    expect(published).toEqual(["a@1", "a@2"]);
  });

  it("can be made by a listener during a notification", async () => {
    const { store, other } = openTwo();
    const published = recordChanges(store);
    store.subscribe((event) => {
      if (event.kind === "changed" && event.saved.some(({ rule }) => rule.id === "b")) void store.save(buildRule({ id: "echo" }));
    });
    await other.save(buildRule({ id: "b" }));
    await store.reload();
    await store.reload();
    expect(published).toEqual(["b@1", "echo@1"]);
  });
});

describe("watching", () => {
  it("publishes each commit of other connections in order", async () => {
    const { store, other } = openTwo({ watch: true, pollMs: 5 });
    const published = recordChanges(store);
    for (const id of ["a", "b", "c"]) {
      await other.save(buildRule({ id }));
      await vi.waitFor(() => expect(published.at(-1)).toBe(`${id}@1`), { timeout: 30_000 });
    }
    expect(published).toEqual(["a@1", "b@1", "c@1"]);
  });

  it("reacts to a change of the write-ahead log before the next poll", async () => {
    const { store, other } = openTwo({ watch: true, pollMs: 2_000_000_000 });
    const published = recordChanges(store);
    // Some events arrive before the write is visible. With several writes, one arrives later.
    await vi.waitFor(
      async () => {
        await change(other, "a", {});
        expect(published.length).toBeGreaterThan(0);
      },
      { timeout: 30_000, interval: 50 },
    );
  });

  it("starts when the file can be opened", async () => {
    const path = databasePath();
    const stranger = openDriver(path);
    stranger.exec("CREATE TABLE notes (text)");
    const store = openStore({ path, watch: true, pollMs: 5 });
    const published = recordChanges(store);
    await expect(store.get("a")).rejects.toMatchObject({ code: "STORE_FAILED" });
    stranger.exec("DROP TABLE notes");
    await store.get("a");
    await openStore({ path }).save(buildRule({ id: "a" }));
    await vi.waitFor(() => expect(published).toEqual(["a@1"]), { timeout: 30_000 });
  });

  it("stops when the store is closed", async () => {
    const { store, other } = openTwo({ watch: true, pollMs: 1 });
    const published = recordChanges(store);
    await store[Symbol.asyncDispose]();
    await other.save(buildRule({ id: "a" }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(published).toEqual([]);
  });
});
