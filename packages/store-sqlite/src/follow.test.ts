import type { RuleStore } from "@precept/core";
import { describe, expect, it, vi } from "vitest";
import { databasePath } from "./testing/directory.ts";
import { openDriver, openStore } from "./testing/open.ts";
import { buildRule, change } from "./testing/rules.ts";

function listenTo(store: RuleStore): string[] {
  const heard: string[] = [];
  store.subscribe(({ saved, deleted }) =>
    heard.push([...saved.map(({ id, version }) => `${id}@${version}`), ...deleted.map((id) => `-${id}`)].join(" ")),
  );
  return heard;
}

/** Two stores over one file, with separate connections. */
function openTwo(options: { readonly watch?: boolean; readonly pollMs?: number } = {}) {
  const path = databasePath();
  return { path, ours: openStore({ path, ...options }), theirs: openStore({ path, id: "theirs" }) };
}

describe("a reload", () => {
  it("publishes all writes of others since the last call as one change, with the current state of each rule", async () => {
    const { ours, theirs } = openTwo();
    const heard = listenTo(ours);
    await theirs.save(buildRule({ id: "b" }));
    await change(theirs, "b", { priority: 2 });
    await theirs.save(buildRule({ id: "a" }));
    await theirs.save(buildRule({ id: "gone" }));
    await theirs.delete("gone");
    expect(heard).toEqual([]);
    await ours.reload();
    await ours.reload();
    expect(heard).toEqual(["a@1 b@2 -gone"]);
    await theirs.save(buildRule({ id: "c" }));
    await ours.reload();
    expect(heard).toEqual(["a@1 b@2 -gone", "c@1"]);
  });

  it("does not publish writes before the first subscription", async () => {
    const { ours, theirs } = openTwo();
    await theirs.save(buildRule({ id: "a" }));
    await ours.get("a");
    await theirs.save(buildRule({ id: "b" }));
    const heard = listenTo(ours);
    await ours.reload();
    await theirs.save(buildRule({ id: "c" }));
    await ours.reload();
    expect(heard).toEqual(["c@1"]);
  });

  it("publishes frozen rules", async () => {
    const { ours, theirs } = openTwo();
    const refused: unknown[] = [];
    ours.subscribe(({ saved: [rule] }) => {
      for (const part of [rule, rule?.tags, rule?.origin, rule?.metadata, rule?.metadata["a"]]) {
        refused.push(typeof part === "object" && part !== null && Reflect.set(part, "length", 0));
      }
    });
    await ours.save(buildRule({ id: "a", tags: ["b"], metadata: { a: { b: 1 } } }));
    await theirs.save(buildRule({ id: "b", tags: ["b"], metadata: { a: { b: 1 } } }));
    await ours.reload();
    expect(refused).toEqual(Array.from({ length: 10 }, () => false));
  });

  it("publishes rules of others with its own origin", async () => {
    const { ours, theirs } = openTwo();
    const origins: string[] = [];
    ours.subscribe(({ saved }) => origins.push(...saved.map((rule) => rule.origin.store)));
    await theirs.save(buildRule({ id: "a" }));
    await ours.reload();
    expect(origins).toEqual(["sqlite"]);
    expect((await theirs.get("a"))?.rule.origin.store).toBe("theirs");
  });
});

describe("an own write", () => {
  it("is published once, after earlier writes of others", async () => {
    const { ours, theirs } = openTwo();
    const heard = listenTo(ours);
    await ours.save(buildRule({ id: "a" }));
    await theirs.save(buildRule({ id: "b" }));
    await ours.save(buildRule({ id: "c" }));
    await ours.reload();
    expect(heard).toEqual(["a@1", "b@1", "c@1"]);
  });

  it("that is rejected is not published, and writes of others are published later", async () => {
    const { ours, theirs } = openTwo();
    const heard = listenTo(ours);
    const { revision } = await ours.save(buildRule({ id: "a" }));
    await change(theirs, "a", { priority: 1 });
    await expect(ours.save(buildRule({ id: "a" }), { revision })).rejects.toMatchObject({ code: "RULE_CONFLICT" });
    expect(heard).toEqual(["a@1"]);
    await ours.reload();
    expect(heard).toEqual(["a@1", "a@2"]);
  });

  it("can be made by a listener during a notification", async () => {
    const { ours, theirs } = openTwo();
    const heard = listenTo(ours);
    ours.subscribe(({ saved }) => {
      if (saved.some((rule) => rule.id === "b")) void ours.save(buildRule({ id: "echo" }));
    });
    await theirs.save(buildRule({ id: "b" }));
    await ours.reload();
    await ours.reload();
    expect(heard).toEqual(["b@1", "echo@1"]);
  });
});

describe("watching", () => {
  it("publishes each commit of others in order", async () => {
    const { ours, theirs } = openTwo({ watch: true, pollMs: 5 });
    const heard = listenTo(ours);
    for (const id of ["a", "b", "c"]) {
      await theirs.save(buildRule({ id }));
      await vi.waitFor(() => expect(heard.at(-1)).toBe(`${id}@1`), { timeout: 30_000 });
    }
    expect(heard).toEqual(["a@1", "b@1", "c@1"]);
  });

  it("reacts to the log before the next poll", async () => {
    const { ours, theirs } = openTwo({ watch: true, pollMs: 2_000_000_000 });
    const heard = listenTo(ours);
    // Some events arrive before the write is visible. With several writes, one arrives later.
    await vi.waitFor(
      async () => {
        await change(theirs, "a", {});
        expect(heard.length).toBeGreaterThan(0);
      },
      { timeout: 30_000, interval: 50 },
    );
  });

  it("starts when the file can be opened", async () => {
    const path = databasePath();
    const stranger = openDriver(path);
    stranger.exec("CREATE TABLE notes (text)");
    const ours = openStore({ path, watch: true, pollMs: 5 });
    const heard = listenTo(ours);
    await expect(ours.get("a")).rejects.toMatchObject({ code: "STORE_FAILED" });
    stranger.exec("DROP TABLE notes");
    await ours.get("a");
    await openStore({ path }).save(buildRule({ id: "a" }));
    await vi.waitFor(() => expect(heard).toEqual(["a@1"]), { timeout: 30_000 });
  });

  it("stops when the store is closed", async () => {
    const { ours, theirs } = openTwo({ watch: true, pollMs: 1 });
    const heard = listenTo(ours);
    await ours[Symbol.asyncDispose]();
    await theirs.save(buildRule({ id: "a" }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard).toEqual([]);
  });
});
