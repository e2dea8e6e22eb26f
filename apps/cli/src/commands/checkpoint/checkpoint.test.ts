import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createProject, type TestProject } from "../../../test/precept-in.ts";

async function createRepository(): Promise<TestProject & { readonly file: string }> {
  const project = await createProject({ "a.txt": "begun\n" });
  execFileSync("git", ["init", "-q"], { cwd: project.dir });
  return { ...project, file: join(project.dir, "a.txt") };
}

it("creates a checkpoint, restores it and undoes the rollback", async () => {
  const { precept, file } = await createRepository();
  expect((await precept(["checkpoint", "create"])).out).toMatch(/^created {2}\d{8}T\d{9}Z-[\da-f]{8}\n$/);
  await writeFile(file, "ruined\n");
  expect(await precept(["checkpoint", "restore", "--dry-run"])).toMatchObject({ code: 0, out: "would change  a.txt\n" });
  expect(await readFile(file, "utf8")).toBe("ruined\n");
  const { out } = await precept(["checkpoint", "restore"]);
  expect(out).toMatch(/^changed {2}a\.txt\nRun `precept checkpoint undo` to restore the previous state\.\n$/);
  expect(await readFile(file, "utf8")).toBe("begun\n");
  expect((await precept(["checkpoint", "undo"])).out).toMatch(/^undone /);
  expect(await readFile(file, "utf8")).toBe("ruined\n");
  expect((await precept(["checkpoint", "list"])).out).toMatch(/ rollback, undone\n.* checkpoint {8}default\n/);
});

it("prints JSON", { tags: "slow" }, async () => {
  const { precept, file } = await createRepository();
  const answer = async (...args: readonly string[]): Promise<unknown> =>
    JSON.parse((await precept(["checkpoint", ...args, "--json"])).out);
  const { checkpoint } = (await answer("create", "--session", "s1")) as { checkpoint: { id: string } };
  expect(checkpoint).toMatchObject({ session: "s1", head: null });
  await writeFile(file, "ruined\n");
  const restored = await answer("restore", checkpoint.id);
  expect(restored).toMatchObject({ changed: ["a.txt"], rollback: { head_moved: false } });
  const { rollback } = restored as { rollback: { undo: string } };
  const words = execFileSync("sh", ["-c", `precept() { printf '%s\\n' "$@"; }; ${rollback.undo}`], { encoding: "utf8" });
  expect(await precept(words.trimEnd().split("\n"))).toMatchObject({ code: 0 });
  expect(await answer("list")).toMatchObject({ checkpoints: [{ id: checkpoint.id }], rollbacks: [{ undo: null }] });
  expect(await answer("prune", "--keep", "0", "--keep-rollbacks", "0")).toMatchObject({
    checkpoints: [{ id: checkpoint.id }],
    rollbacks: [{ undo: null }],
  });
  expect(await answer("list")).toEqual({ checkpoints: [], rollbacks: [] });
});

it("reports what is missing: a repository, a checkpoint, a rollback, a number", async () => {
  const plain = await createProject({});
  expect(await plain.precept(["checkpoint", "create"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("git init") as string,
  });
  const { precept } = await createRepository();
  expect((await precept(["checkpoint", "list"])).out).toContain("precept checkpoint create");
  expect((await precept(["checkpoint", "restore"])).err).toContain("No checkpoint to restore.");
  expect((await precept(["checkpoint", "restore", "no"])).err).toContain('Unknown checkpoint "no".');
  expect((await precept(["checkpoint", "undo"])).err).toBe("error: No rollback to undo.\n");
  expect((await precept(["checkpoint", "prune"])).code).toBe(2);
});
