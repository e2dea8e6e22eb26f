import { copyFileSync, rmSync } from "node:fs";
import type { RuleStore } from "@precept/core";
import { describe, expect, it } from "vitest";
import { databasePath } from "../test/directory.ts";
import { openDriver, openStore } from "../test/open.ts";
import { buildRule, change } from "../test/rules.ts";

/** Closes the store, so that its file is complete without a log. */
async function close(store: RuleStore): Promise<void> {
  await store[Symbol.asyncDispose]();
}

describe("the position of the feed", () => {
  it("changes exactly if a rule changes", async () => {
    const path = databasePath();
    const store = openStore({ path });
    const seen = [await store.etag()];
    const { rule, revision } = await store.save(buildRule({ id: "a" }));
    seen.push(await store.etag());
    await store.save(rule, { revision });
    seen.push(await store.etag());
    await store.delete("a");
    seen.push(await store.etag());
    expect(new Set(seen).size).toBe(4);
    await store.delete("a");
    await expect(store.save(buildRule({ id: "b" }), { revision: "1" })).rejects.toMatchObject({ code: "RULE_CONFLICT" });
    await store.save(buildRule({ id: "used" }));
    const last = await store.etag();
    await store.recordUse({ ids: ["used"], at: "2026-11-21T00:00:00.000Z" });
    await store.usage(["used"]);
    await store.pruneHistory({ maxRevisions: 1 });
    expect(await store.etag()).toBe(last);
  });

  it("is the same in every process, and after a restart", async () => {
    const path = databasePath();
    const store = openStore({ path });
    const start = await store.etag();
    await store.save(buildRule({ id: "a" }));
    const token = await store.etag();
    expect(await openStore({ path, id: "other" }).etag()).toBe(token);
    await close(store);
    const again = openStore({ path });
    expect(await again.etag()).toBe(token);
    expect(await again.changesSince(start)).toMatchObject({
      kind: "changed",
      after: start,
      token,
      saved: [{ rule: { id: "a" } }],
    });
    expect(await again.changesSince(token)).toEqual({ kind: "changed", after: token, token, saved: [], deleted: [] });
  });

  it("is unknown in another file", async () => {
    const store = openStore();
    await store.save(buildRule({ id: "a" }));
    const other = openStore();
    await other.save(buildRule({ id: "a" }));
    const token = await other.etag();
    expect(await other.changesSince(await store.etag())).toEqual({ kind: "reset", token });
  });

  it.each(["", "x", ":", "0", "null:1", `${"f".repeat(16)}:0`, "1:1:2026-11-21T00:00:00.000Z", "\ud800:1", "a:1e3", "a:-1"])(
    "is unknown if it is %j",
    async (token) => {
      const store = openStore();
      await store.save(buildRule({ id: "a" }));
      expect(await store.changesSince(token)).toEqual({ kind: "reset", token: await store.etag() });
    },
  );

  it("is unknown after a backup was restored, even if as many changes followed", async () => {
    const path = databasePath();
    const clock = (minute: number) => () => new Date(Date.UTC(2026, 10, 21, 9, minute));
    const first = openStore({ path, now: clock(1) });
    await first.save(buildRule({ id: "a" }));
    const earlier = await first.etag();
    await close(first);
    copyFileSync(path, `${path}.backup`);
    const second = openStore({ path, now: clock(2) });
    await second.save(buildRule({ id: "lost" }));
    const lost = await second.etag();
    await close(second);
    rmSync(path);
    copyFileSync(`${path}.backup`, path);
    const restored = openStore({ path, now: clock(3) });
    expect(await restored.changesSince(lost)).toEqual({ kind: "reset", token: earlier });
    await restored.save(buildRule({ id: "new" }));
    await restored.save(buildRule({ id: "newer" }));
    expect(await restored.changesSince(lost)).toMatchObject({ kind: "reset" });
    expect(await restored.changesSince(earlier)).toMatchObject({ saved: [{ rule: { id: "new" } }, { rule: { id: "newer" } }] });
  });
});

it("is reached in every process, also if its revision was pruned, but not before it is written", async () => {
  const path = databasePath();
  const store = openStore({ path });
  const positions = [await store.etag()];
  for (const content of ["1", "2", "3"]) {
    await change(store, "a", { content });
    positions.push(await store.etag());
  }
  const other = openStore({ path });
  for (const position of positions) expect(await other.hasReached(position)).toBe(true);
  await store.pruneHistory({ maxRevisions: 1 });
  for (const position of positions) expect(await other.hasReached(position)).toBe(true);
  const [file = ""] = (positions[0] ?? "").split(":");
  expect(await other.hasReached(`${file}:4:2026-11-21T00:00:00.000Z`)).toBe(false);
  const changed = (positions[3] ?? "").replace(/:3:.*/, ":3:2020-01-01T00:00:00.000Z");
  for (const position of [changed, `${file}:x`, `${file}:-1`, `${file}:1e3`, file, `${file}x:1`]) {
    await expect(other.hasReached(position)).rejects.toMatchObject({ code: "POSITION_UNKNOWN" });
  }
});

it("a subscriber gets a reset if the file went back to an earlier position", async () => {
  const path = databasePath();
  const store = openStore({ path });
  await store.save(buildRule({ id: "a" }));
  await change(store, "a", { content: "two" });
  const kinds: string[] = [];
  store.subscribe(({ kind }) => kinds.push(kind));
  const driver = openDriver(path);
  driver.exec("PRAGMA foreign_keys = OFF; DROP TRIGGER revisions_last; DELETE FROM revisions WHERE revision = 2");
  driver.exec("UPDATE rules SET revision = 1");
  await store.reload();
  expect(kinds).toEqual(["reset"]);
  expect(await store.changesSince(await store.etag())).toMatchObject({ kind: "changed", saved: [] });
});
