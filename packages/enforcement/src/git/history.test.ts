import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeDirectory, openTestRepository, readWorkingTree, type TestRepository } from "@precept/testing";
import { createCheckpoint } from "./checkpoint.ts";
import { listCheckpoints, pruneCheckpoints, undoRollback } from "./history.ts";
import { previewRollback, rollBack } from "./roll-back.ts";

function committed(): TestRepository {
  const repository = openTestRepository();
  repository.write("a.txt", "first\n");
  repository.git("add", "-A");
  repository.git("commit", "-qm", "first");
  return repository;
}

const refsOf = ({ git }: TestRepository): number => git("for-each-ref", "refs/precept").split("\n").length - 1;

describe("the history of checkpoints", () => {
  it("lists checkpoints and rollbacks, newest first, with their sessions", async () => {
    const repository = committed();
    const first = await createCheckpoint(repository.dir);
    const second = await createCheckpoint(repository.dir, { session: "s 1\n\0é" });
    repository.write("a.txt", "ruined\n");
    const { id, undo } = await rollBack(repository.dir, second, { session: "s2" });
    expect(await listCheckpoints(repository.dir)).toEqual({
      checkpoints: [second, first],
      rollbacks: [expect.objectContaining({ id, undo, session: "s2", head: first.head })],
    });
  });

  it("works in a repository without a commit", async () => {
    const { dir } = openTestRepository();
    expect(await listCheckpoints(dir)).toEqual({ checkpoints: [], rollbacks: [] });
    const { head } = await createCheckpoint(dir);
    expect(head).toBeUndefined();
    expect((await listCheckpoints(dir)).checkpoints).toHaveLength(1);
  });

  it("does not contain those of other working trees of the repository", { tags: "slow" }, async () => {
    const repository = committed();
    const linked = join(makeDirectory(), "linked");
    repository.git("worktree", "add", "-q", linked);
    const here = await createCheckpoint(repository.dir);
    const there = await createCheckpoint(linked);
    expect((await listCheckpoints(repository.dir)).checkpoints).toEqual([here]);
    expect((await listCheckpoints(linked)).checkpoints).toEqual([there]);
    await pruneCheckpoints(repository.dir, { checkpoints: 0, rollbacks: 0 });
    expect((await listCheckpoints(linked)).checkpoints).toEqual([there]);
  });

  it("ignores refs that Precept did not create", async () => {
    const repository = committed();
    repository.git("update-ref", "refs/precept/checkpoint/mine", "HEAD");
    expect((await listCheckpoints(repository.dir)).checkpoints).toEqual([]);
    await pruneCheckpoints(repository.dir, { checkpoints: 0 });
    expect(refsOf(repository)).toBe(1);
  });

  it("is pruned, oldest first, and rollbacks only on request", { tags: "slow" }, async () => {
    const repository = committed();
    const made = [];
    for (let count = 0; count < 4; count += 1) made.push(await createCheckpoint(repository.dir));
    repository.write("a.txt", "ruined\n");
    const rollback = await rollBack(repository.dir, made[0]?.id ?? "");
    const removed = await pruneCheckpoints(repository.dir, { checkpoints: 1 });
    expect(removed).toEqual({ checkpoints: [made[2], made[1], made[0]], rollbacks: [] });
    expect((await pruneCheckpoints(repository.dir, { checkpoints: 1, rollbacks: 0 })).rollbacks).toMatchObject([
      { id: rollback.id },
    ]);
    expect(await listCheckpoints(repository.dir)).toEqual({ checkpoints: [made[3]], rollbacks: [] });
    expect(refsOf(repository)).toBe(1);
  });
});

describe("undo", () => {
  it("undoes the newest rollback that was not undone", async () => {
    const repository = committed();
    const checkpoint = await createCheckpoint(repository.dir);
    repository.write("a.txt", "ruined\n");
    const ruined = readWorkingTree(repository.dir);
    const first = await rollBack(repository.dir, checkpoint);
    expect((await undoRollback(repository.dir, undefined)).id).toBe(first.id);
    expect(readWorkingTree(repository.dir)).toEqual(ruined);
    const second = await rollBack(repository.dir, checkpoint);
    expect((await undoRollback(repository.dir, second.id)).id).toBe(second.id);
    expect(readWorkingTree(repository.dir)).toEqual(ruined);
    await expect(undoRollback(repository.dir, undefined)).rejects.toMatchObject({ code: "NO_ROLLBACK_TO_UNDO" });
    await expect(undoRollback(repository.dir, first.id)).rejects.toThrow(/was already undone/);
    await expect(undoRollback(repository.dir, "no")).rejects.toThrow(/Unknown rollback "no"/);
  });

  it("changes nothing if a file has changed since", { tags: "slow" }, async () => {
    const repository = committed();
    const checkpoint = await createCheckpoint(repository.dir);
    repository.write("a.txt", "ruined\n");
    await rollBack(repository.dir, checkpoint);
    repository.write("a.txt", "written since\n");
    await expect(undoRollback(repository.dir, undefined)).rejects.toMatchObject({ code: "CHECKPOINT_FAILED" });
    expect(readWorkingTree(repository.dir)["a.txt"]).toContain("written since");
    expect((await listCheckpoints(repository.dir)).rollbacks).toMatchObject([{ undo: expect.any(String) as string }]);
  });
});

describe("a preview of a rollback", () => {
  it("lists the files that it would change, and changes nothing", async () => {
    const repository = committed();
    const { id } = await createCheckpoint(repository.dir);
    repository.write("a.txt", "ruined\n");
    repository.write("new.txt", "new\n");
    const before = readWorkingTree(repository.dir);
    const refs = refsOf(repository);
    expect(await previewRollback(repository.dir, id)).toEqual(["a.txt", "new.txt"]);
    expect(readWorkingTree(repository.dir)).toEqual(before);
    expect(refsOf(repository)).toBe(refs);
    expect((await rollBack(repository.dir, id)).changed).toEqual(["a.txt", "new.txt"]);
    expect(await previewRollback(repository.dir, id)).toEqual([]);
  });

  it("detects a change of the same size in the same instant", { tags: "slow" }, async () => {
    const repository = committed();
    const { id } = await createCheckpoint(repository.dir);
    await previewRollback(repository.dir, id);
    writeFileSync(join(repository.dir, "a.txt"), "FIRST\n");
    expect(await previewRollback(repository.dir, id)).toEqual(["a.txt"]);
  });
});
