import type { RuleStore, StoreChange, StoreEvent } from "@precept/core";
import { expect, it, vi } from "vitest";
import { startChild } from "../test/child.ts";
import { databasePath } from "../test/directory.ts";
import { openDriver, openStore } from "../test/open.ts";
import { collect } from "../test/rules.ts";

const churn = new URL("../test/churn.ts", import.meta.url);
const reporter = new URL("../test/report-changes.ts", import.meta.url);

/** The state of a subscriber: the revisions of the rules, and the position. */
interface Copy {
  readonly revisions: Map<string, number>;
  token: string;
  changes: number;
}

function createCopy(token: string, revisions: ReadonlyMap<string, number>): Copy {
  return { token, revisions: new Map(revisions), changes: 0 };
}

/** Applies a change. Fails if it is late, or if an earlier change was lost. */
function applyTo(copy: Copy, event: StoreEvent): void {
  expect(event.kind).toBe("changed");
  const { after, token, saved, deleted } = event as StoreChange;
  expect(after).toBe(copy.token);
  for (const { rule, revision } of saved) {
    expect(Number(revision)).toBeGreaterThan(revisionOf(after));
    expect(Number(revision)).toBeLessThanOrEqual(revisionOf(token));
    copy.revisions.set(rule.id, Number(revision));
  }
  for (const id of deleted) expect(copy.revisions.delete(id)).toBe(true);
  copy.token = token;
  copy.changes += 1;
}

function revisionOf(token: string): number {
  return Number(token.split(":")[1]);
}

async function revisionsIn(store: RuleStore): Promise<ReadonlyMap<string, number>> {
  return new Map((await collect(store.listIds())).map(({ id, revision }) => [id, Number(revision)]));
}

const wait = { timeout: 60_000 };

it("a subscriber misses no change and gets none twice if writers are killed with kill -9", async () => {
  const path = databasePath();
  const store = openStore({ path, watch: true, pollMs: 2 });
  const copy = createCopy(await store.etag(), new Map());
  const failures: unknown[] = [];
  store.subscribe((event) => {
    try {
      applyTo(copy, event);
    } catch (error) {
      failures.push(error);
    }
  });
  for (const round of [1, 2, 3]) {
    const writers = [startChild(churn, { args: [path, String(round)] }), startChild(churn, { args: [path, String(round + 10)] })];
    const before = copy.changes;
    await vi.waitFor(() => expect(copy.changes).toBeGreaterThan(before + 30), wait);
    await Promise.all(writers.map((writer) => writer.kill()));
    await store.reload();
    expect(failures).toEqual([]);
    expect(copy.revisions).toEqual(await revisionsIn(store));
    expect(copy.token).toBe(await store.etag());
  }
  expect(openDriver(path).all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
});

it("a subscriber that is killed with kill -9 catches up from its last position", { tags: "slow" }, async () => {
  const path = databasePath();
  const store = openStore({ path });
  for (const count of [1, 5, 25]) {
    const subscriber = startChild(reporter, { args: [path] });
    const copy = createCopy(await subscriber.next(), await revisionsIn(store));
    const writer = startChild(churn, { args: [path, String(count)] });
    for (let changes = 0; changes < count; changes += 1) applyTo(copy, JSON.parse(await subscriber.next()) as StoreEvent);
    await subscriber.kill();
    const killed = revisionOf(copy.token);
    await vi.waitFor(async () => expect(revisionOf(await store.etag())).toBeGreaterThan(killed + 20), wait);
    await writer.kill();
    applyTo(copy, await store.changesSince(copy.token));
    expect(copy.revisions).toEqual(await revisionsIn(store));
    expect(copy.token).toBe(await store.etag());
  }
});

it("positions are equal in two processes that have the file open, after writes of either", async () => {
  const path = databasePath();
  const store = openStore({ path });
  const race = new URL("../test/race.ts", import.meta.url);
  const other = startChild(race, { args: [path] });
  await other.next();
  const seen = [await store.etag()];
  for (let round = 0; round < 10; round += 1) {
    await other.ask({ kind: "save", id: `r${round}` });
    seen.push(await store.etag());
    const changes = await store.changesSince(seen.at(-2) ?? "");
    expect(changes).toMatchObject({ kind: "changed", saved: [{ rule: { id: `r${round}` } }], token: seen.at(-1) });
  }
  await other.kill();
  expect(await store.changesSince(seen[0] ?? "")).toMatchObject({ token: seen.at(-1), deleted: [] });
  expect(new Set(seen).size).toBe(11);
});
