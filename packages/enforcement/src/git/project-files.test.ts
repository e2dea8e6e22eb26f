import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openTestRepository } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { findRepository, type FoundRepository } from "./find-repository.ts";
import { listChangedFiles, listStagedFiles } from "./project-files.ts";

async function find(dir: string): Promise<FoundRepository> {
  const repository = await findRepository(dir);
  if (repository === undefined) throw new Error("The repository was not found.");
  return repository;
}

describe("staged files", () => {
  it("have a blob if they are regular files without a conflict", async () => {
    const { dir, git, feed, write, link } = openTestRepository();
    for (const path of ["edited", "deleted", "conflict", "same", "again"]) write(path, "old\n");
    git("add", ".");
    git("commit", "-q", "-m", "First");
    write("edited", "new\n");
    write("program", "new\n", 0o755);
    write("intended", "new\n");
    link("link", "edited");
    git("rm", "-q", "deleted");
    git("add", "edited", "program", "link");
    git("rm", "-q", "--cached", "again");
    git("add", "--intent-to-add", "intended", "again");
    const [blob = "", other = ""] = ["new\n", "other\n"].map((text) => feed(text, "hash-object", "-w", "--stdin").trim());
    const versions = [blob, blob, other].map((oid, at) => `100644 ${oid} ${at + 1}\tconflict\n`);
    feed(`0 ${"0".repeat(40)}\tconflict\n${versions.join("")}`, "update-index", "--index-info");
    feed(`160000 ${git("rev-parse", "HEAD").trim()} 0\tsubmodule\n`, "update-index", "--index-info");
    const staged = await listStagedFiles(await find(dir));
    expect(staged.toSorted((left, right) => (left.path < right.path ? -1 : 1))).toEqual([
      { path: "conflict", blob: undefined },
      { path: "edited", blob },
      { path: "link", blob: undefined },
      { path: "program", blob },
    ]);
  });
});

describe("changed files", () => {
  it("differ from the base in their contents or modes", async () => {
    const { dir, git, feed, write, chmod, remove } = openTestRepository();
    const paths = ["same", "edited", "program", "staged", "undone", "removed", "unstaged", "module", "nested"];
    for (const path of paths) write(path, `${path}\n`);
    git("add", ".");
    git("commit", "-q", "-m", "First");
    write("edited", "new\n");
    chmod("program", 0o755);
    for (const path of ["staged", "undone", "added", "gone"]) write(path, "new\n");
    git("add", "staged", "undone", "added", "gone");
    git("rm", "-q", "removed");
    feed(`160000 ${git("rev-parse", "HEAD").trim()} 0\tmodule\n`, "update-index", "--index-info");
    write("undone", "undone\n");
    write("untracked", "new\n");
    for (const path of ["gone", "unstaged", "nested"]) remove(path);
    mkdirSync(join(dir, "nested"));
    openTestRepository(join(dir, "nested")).git("commit", "-q", "--allow-empty", "-m", "First");
    // Git takes it for a changed file because of its time.
    write("same", "same\n");
    const changed = await listChangedFiles(await find(dir), "HEAD");
    expect(changed.toSorted()).toEqual(["added", "edited", "program", "staged", "untracked"]);
  });

  it("and links are listed if they replace each other", async () => {
    const { dir, git, write, link } = openTestRepository();
    write("a", "b");
    link("b", "a");
    git("add", ".");
    git("commit", "-q", "-m", "First");
    link("a", "b");
    write("b", "a");
    expect((await listChangedFiles(await find(dir), "HEAD")).toSorted()).toEqual(["a", "b"]);
  });
});
