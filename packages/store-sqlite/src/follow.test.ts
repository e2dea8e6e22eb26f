import type { RuleStore } from "@precept/core";
import { describe, expect, it, vi } from "vitest";
import { databasePath } from "./testing/directory.ts";
import { openDriver, openStore } from "./testing/open.ts";
import { aRule, change } from "./testing/rules.ts";

function listenTo(store: RuleStore): string[] {
  const heard: string[] = [];
  store.subscribe(({ saved, deleted }) =>
    heard.push([...saved.map(({ id, version }) => `${id}@${version}`), ...deleted.map((id) => `-${id}`)].join(" ")),
  );
  return heard;
}

/** Two stores in one file: as far as SQLite goes, two processes. */
function openTwo(options: { readonly watch?: boolean; readonly pollMs?: number } = {}) {
  const path = databasePath();
  return { path, ours: openStore({ path, ...options }), theirs: openStore({ path, id: "theirs" }) };
}

describe("a reload", () => {
  it("tells of all that others wrote since the last look as one change, each rule as it is now", async () => {
    const { ours, theirs } = openTwo();
    const heard = listenTo(ours);
    await theirs.save(aRule({ id: "b" }));
    await change(theirs, "b", { priority: 2 });
    await theirs.save(aRule({ id: "a" }));
    await theirs.save(aRule({ id: "gone" }));
    await theirs.delete("gone");
    expect(heard).toEqual([]);
    await ours.reload();
    await ours.reload();
    expect(heard).toEqual(["a@1 b@2 -gone"]);
    await theirs.save(aRule({ id: "c" }));
    await ours.reload();
    expect(heard).toEqual(["a@1 b@2 -gone", "c@1"]);
  });

  it("tells nothing of what was there before anybody subscribed", async () => {
    const { ours, theirs } = openTwo();
    await theirs.save(aRule({ id: "a" }));
    await ours.get("a");
    await theirs.save(aRule({ id: "b" }));
    const heard = listenTo(ours);
    await ours.reload();
    await theirs.save(aRule({ id: "c" }));
    await ours.reload();
    expect(heard).toEqual(["c@1"]);
  });

  it("hands out rules that no listener can change for the next one", async () => {
    const { ours, theirs } = openTwo();
    const refused: unknown[] = [];
    ours.subscribe(({ saved: [rule] }) => {
      for (const part of [rule, rule?.tags, rule?.origin, rule?.metadata, rule?.metadata["a"]]) {
        refused.push(typeof part === "object" && part !== null && Reflect.set(part, "length", 0));
      }
    });
    await ours.save(aRule({ id: "a", tags: ["b"], metadata: { a: { b: 1 } } }));
    await theirs.save(aRule({ id: "b", tags: ["b"], metadata: { a: { b: 1 } } }));
    await ours.reload();
    expect(refused).toEqual(Array.from({ length: 10 }, () => false));
  });

  it("hands out the rules of others as its own store's", async () => {
    const { ours, theirs } = openTwo();
    const origins: string[] = [];
    ours.subscribe(({ saved }) => origins.push(...saved.map((rule) => rule.origin.store)));
    await theirs.save(aRule({ id: "a" }));
    await ours.reload();
    expect(origins).toEqual(["sqlite"]);
    expect((await theirs.get("a"))?.rule.origin.store).toBe("theirs");
  });
});

describe("a write of one's own", () => {
  it("is told once, behind what others wrote before it, and never again", async () => {
    const { ours, theirs } = openTwo();
    const heard = listenTo(ours);
    await ours.save(aRule({ id: "a" }));
    await theirs.save(aRule({ id: "b" }));
    await ours.save(aRule({ id: "c" }));
    await ours.reload();
    expect(heard).toEqual(["a@1", "b@1", "c@1"]);
  });

  it("that is refused tells nothing, and what others wrote is told by the next look", async () => {
    const { ours, theirs } = openTwo();
    const heard = listenTo(ours);
    const { revision } = await ours.save(aRule({ id: "a" }));
    await change(theirs, "a", { priority: 1 });
    await expect(ours.save(aRule({ id: "a" }), { revision })).rejects.toMatchObject({ code: "RULE_CONFLICT" });
    expect(heard).toEqual(["a@1"]);
    await ours.reload();
    expect(heard).toEqual(["a@1", "a@2"]);
  });

  it("may be made by a listener while it is told of another", async () => {
    const { ours, theirs } = openTwo();
    const heard = listenTo(ours);
    ours.subscribe(({ saved }) => {
      if (saved.some((rule) => rule.id === "b")) void ours.save(aRule({ id: "echo" }));
    });
    await theirs.save(aRule({ id: "b" }));
    await ours.reload();
    await ours.reload();
    expect(heard).toEqual(["b@1", "echo@1"]);
  });
});

describe("watching", () => {
  it("tells of each commit of others, in order, without being asked", async () => {
    const { ours, theirs } = openTwo({ watch: true, pollMs: 5 });
    const heard = listenTo(ours);
    for (const id of ["a", "b", "c"]) {
      await theirs.save(aRule({ id }));
      await vi.waitFor(() => expect(heard.at(-1)).toBe(`${id}@1`), { timeout: 30_000 });
    }
    expect(heard).toEqual(["a@1", "b@1", "c@1"]);
  });

  it("is told by the log as well, long before it would look again", async () => {
    const { ours, theirs } = openTwo({ watch: true, pollMs: 2_000_000_000 });
    const heard = listenTo(ours);
    // Some signs come before the write can be seen; with enough writes one does not.
    await vi.waitFor(
      async () => {
        await change(theirs, "a", {});
        expect(heard.length).toBeGreaterThan(0);
      },
      { timeout: 30_000, interval: 50 },
    );
  });

  it("begins once the file can be opened", async () => {
    const path = databasePath();
    const stranger = openDriver(path);
    stranger.exec("CREATE TABLE notes (text)");
    const ours = openStore({ path, watch: true, pollMs: 5 });
    const heard = listenTo(ours);
    await expect(ours.get("a")).rejects.toMatchObject({ code: "STORE_FAILED" });
    stranger.exec("DROP TABLE notes");
    await ours.get("a");
    await openStore({ path }).save(aRule({ id: "a" }));
    await vi.waitFor(() => expect(heard).toEqual(["a@1"]), { timeout: 30_000 });
  });

  it("is over when the store is closed", async () => {
    const { ours, theirs } = openTwo({ watch: true, pollMs: 1 });
    const heard = listenTo(ours);
    await ours[Symbol.asyncDispose]();
    await theirs.save(aRule({ id: "a" }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard).toEqual([]);
  });
});
