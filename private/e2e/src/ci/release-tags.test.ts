import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeDirectory, openTestRepository } from "@precept/testing";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "../run-node.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const script = "deploy/github-action/tag-release.sh";

it("a release makes the tags that the guide names", () => {
  const workflow = parse(read(".github/workflows/release.yml")) as { jobs: { release: { steps: { run?: string }[] } } };
  expect(workflow.jobs.release.steps.at(-1)?.run).toBe(script);
  const project = openTestRepository();
  const origin = makeDirectory();
  project.git("init", "-q", "--bare", origin);
  project.git("remote", "add", "origin", origin);
  const release = (version: string): string => {
    project.write("apps/cli/package.json", JSON.stringify({ version }));
    project.git("add", "-A");
    project.git("commit", "-qm", version);
    for (const _ of ["first", "repeated"]) execFileSync(join(root, script), { cwd: project.dir, stdio: "pipe" });
    return execFileSync("git", ["rev-parse", "HEAD"], { cwd: project.dir, encoding: "utf8" }).trim();
  };
  const [first, second] = [release("0.1.0"), release("0.2.0")];
  const tags = execFileSync("git", ["ls-remote", "--tags", origin], { cwd: project.dir, encoding: "utf8" });
  expect(tags.trim().split("\n")).toEqual([
    `${second}\trefs/tags/v0`,
    `${first}\trefs/tags/v0.1.0`,
    `${second}\trefs/tags/v0.2.0`,
  ]);
  const named = [...read("docs/guides/ci.md").matchAll(/precept-ai\/precept@(\S+)|rev: (\S+)/g)].map(
    ([, use, rev]) => use ?? rev,
  );
  const [major] = (JSON.parse(read("apps/cli/package.json")) as { version: string }).version.split(".");
  expect(named).toEqual([`v${major}`, expect.stringMatching(new RegExp(String.raw`^v${major}\.\d+\.\d+$`))]);
});
