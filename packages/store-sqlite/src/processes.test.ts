import { compareText } from "@precept/core";
import { bySize } from "@precept/testing";
import { expect, it, vi } from "vitest";
import { startChild } from "../test/child.ts";
import { databasePath } from "../test/directory.ts";
import { openDriver, openStore } from "../test/open.ts";
import { buildRule, collect, idsOf } from "../test/rules.ts";

const program = new URL("../test/race.ts", import.meta.url);

async function startRacers(path: string, count: number) {
  const racers = Array.from({ length: count }, () => startChild(program, { args: [path] }));
  for (const racer of racers) expect(await racer.next()).toBe("ready");
  return racers;
}

it("accepts exactly one of two concurrent changes of the same revision by two processes, 200 times", async () => {
  const path = databasePath();
  const racers = await startRacers(path, 2);
  const store = openStore({ path });
  let { revision } = await store.save(buildRule({ id: "a" }));
  const wins = [0, 0];
  for (let round = 0; round < 200; round += 1) {
    const answers = await Promise.all(
      racers.map((racer, who) => racer.ask({ kind: "save", id: "a", revision, content: `${round} by ${who}` })),
    );
    const winner = answers.findIndex((answer) => answer !== "RULE_CONFLICT");
    expect(answers.toSorted(compareText)).toEqual([expect.stringMatching(/^\d+$/), "RULE_CONFLICT"]);
    const current = await store.get("a");
    expect(current).toMatchObject({ revision: answers[winner], rule: { content: `${round} by ${winner}`, version: round + 2 } });
    revision = current?.revision ?? "";
    wins[winner] = (wins[winner] ?? 0) + 1;
  }
  expect((wins[0] ?? 0) + (wins[1] ?? 0)).toBe(200);
  expect(await collect(store.history("a"))).toHaveLength(201);
});

it("accepts exactly one of several processes that create a rule", async () => {
  const path = databasePath();
  const racers = await startRacers(path, 3);
  for (let round = 0; round < 20; round += 1) {
    const answers = await Promise.all(racers.map((racer) => racer.ask({ kind: "save", id: `r${round}` })));
    expect(answers.filter((answer) => answer === "RULE_CONFLICT")).toHaveLength(2);
  }
});

it("creates a missing file once if several processes open it", { tags: "slow" }, async () => {
  for (let round = 0; round < bySize({ sample: 2, full: 20 }); round += 1) {
    const path = databasePath();
    const racers = await startRacers(path, 4);
    const answers = await Promise.all(racers.map((racer, who) => racer.ask({ kind: "save", id: `by-${who}` })));
    expect(answers.toSorted(compareText)).toEqual(["1", "2", "3", "4"]);
    expect(await idsOf(openStore({ path }))).toEqual(["by-0", "by-1", "by-2", "by-3"]);
    expect(openDriver(path).all("PRAGMA journal_mode")).toEqual([{ journal_mode: "wal" }]);
    for (const racer of racers) await racer.kill();
  }
});

it("waits for a lock of another process while it switches the journal mode", { tags: "slow" }, async () => {
  const path = databasePath();
  const store = openStore({ path });
  await store.save(buildRule({ id: "a" }));
  await store[Symbol.asyncDispose]();
  openDriver(path).exec("PRAGMA journal_mode = DELETE");
  const holder = startChild(new URL("../test/hold.ts", import.meta.url), { args: [path] });
  expect(await holder.next()).toBe("locked");
  expect(await idsOf(openStore({ path }))).toEqual(["a"]);
  expect(openDriver(path).all("PRAGMA journal_mode")).toEqual([{ journal_mode: "wal" }]);
});

it("notifies subscribers of writes and deletions by another process, once", async () => {
  const path = databasePath();
  const store = openStore({ path, watch: true });
  const published = vi.fn<(saved: readonly string[], deleted: readonly string[]) => void>();
  store.subscribe((event) => {
    if (event.kind !== "changed") return;
    published(
      event.saved.map(({ rule }) => rule.id),
      event.deleted,
    );
  });
  const [other] = await startRacers(path, 1);
  await other?.ask({ kind: "save", id: "a" });
  await vi.waitFor(() => expect(published.mock.calls).toEqual([[["a"], []]]), { timeout: 30_000 });
  await other?.ask({ kind: "delete", id: "a" });
  await vi.waitFor(() => expect(published).toHaveBeenLastCalledWith([], ["a"]), { timeout: 30_000 });
  await store.reload();
  expect(published).toHaveBeenCalledTimes(2);
});
