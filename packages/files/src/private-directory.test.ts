import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makePrivateDirectory } from "./directories.ts";
import { openRoot } from "./root.ts";
import { createProject } from "@precept/testing";

it("completes a private directory that a killed process left without a .gitignore", async () => {
  const project = await createProject({});
  await project.makeDirectory(".precept/state");
  await project.write(".precept/state/.gitignore.precept-tmp", "");
  await makePrivateDirectory(openRoot(project.dir), ".precept/state");
  expect(await readFile(join(project.dir, ".precept/state/.gitignore"), "utf8")).toBe("*\n");
});

it("does not change a directory that contains files", async () => {
  const project = await createProject({ ".precept/state/mine": "" });
  await makePrivateDirectory(openRoot(project.dir), ".precept/state");
  expect(await readdir(join(project.dir, ".precept/state"))).toEqual(["mine"]);
});
