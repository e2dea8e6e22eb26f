import { execFileSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { policyFile } from "@precept/testing";
import { expect, it } from "vitest";
import { gitIn } from "../../test/hostile-repository.ts";
import { createProject, type TestProject } from "../../test/precept-in.ts";
import { listProjectFiles } from "@precept/workspace/project-files";

/** So many that their names take more than a megabyte, to which Node limits the output of a process by default. */
const many = 12_000;

/** Creates a repository whose index lists many files with the same content. Only `here.txt` is in the working tree. */
async function createIndex(): Promise<TestProject> {
  const project = await createProject({ "here.txt": "here\n", ".precept/policies/house.yaml": policyFile() });
  gitIn(project.dir, "init", "-q");
  gitIn(project.dir, "add", "here.txt");
  const blob = gitIn(project.dir, "rev-parse", ":here.txt").trim();
  // The names are long, so that the test fails if git's output is truncated.
  const lines = Array.from(
    { length: many },
    (_, at) => `100644 ${blob} 0\tsrc/${"directory/".repeat(8)}${at % 500}/file-${at}.txt\n`,
  );
  execFileSync("git", ["update-index", "--index-info"], { cwd: project.dir, input: lines.join("") });
  return project;
}

interface Report {
  readonly files: number;
  readonly left_out: readonly { readonly reason: string }[];
}

it("checks all files of a large index, and shows its progress", { tags: "slow" }, async () => {
  const { precept } = await createIndex();
  const whole = JSON.parse((await precept(["check", "--json"])).out) as Report;
  expect([whole.files, whole.left_out.length]).toEqual([1, many]);
  const staged = JSON.parse((await precept(["check", "--staged", "--json"])).out) as Report;
  expect([staged.files, staged.left_out.length]).toEqual([many + 1, 0]);
  const { err } = await precept(["check", "--staged"], { interactive: true, isSlow: true });
  expect(err).toMatch(/Listing files: \d/);
  expect(err).toMatch(/Checking files \[.*\] [\d,]+ of 12,001/);
});

it("lists and reads no file without policies", async () => {
  const { precept, dir } = await createIndex();
  await rm(join(dir, ".precept"), { recursive: true });
  const { out, err } = await precept(["check"], { interactive: true, isSlow: true });
  expect(out).toContain("nothing checked: there are no policies\n");
  expect(err).not.toContain("files");
  expect(JSON.parse((await precept(["check", "--staged", "--json"])).out)).toMatchObject({ policies: 0, files: 0, left_out: [] });
  expect((await precept(["check", "missing.txt"])).code).toBe(2);
});

it("finds the few changed files among many", async () => {
  const { dir, precept } = await createIndex();
  gitIn(dir, "commit", "-qm", "first");
  await writeFile(join(dir, "here.txt"), "changed\n");
  await writeFile(join(dir, "new.txt"), "new\n");
  expect(JSON.parse((await precept(["check", "--since", "HEAD", "--json"])).out)).toMatchObject({ files: 2, left_out: [] });
});

it("refuses to list a directory with too many files outside of git repositories", async () => {
  const { dir } = await createProject({});
  await mkdir(join(dir, "a"));
  await writeFile(join(dir, "a/file.txt"), "");
  await writeFile(join(dir, "b.txt"), "");
  expect(await listProjectFiles(dir, undefined, 2)).toEqual(["a/file.txt", "b.txt"]);
  expect(await listProjectFiles(dir, undefined, 1)).toBeUndefined();
});

it("files of Precept's state and personal overlays are not listed, also outside of git repositories", async () => {
  const { dir } = await createProject({
    "a.txt": "",
    ".precept/rules/a.md": "Text.",
    ".precept/state/bootstrap/x.json": "",
    ".precept/audit/x.jsonl": "",
    ".precept/local/rules/mine.md": "Text.",
  });
  expect((await listProjectFiles(dir))?.toSorted()).toEqual([".precept/rules/a.md", "a.txt"]);
});
