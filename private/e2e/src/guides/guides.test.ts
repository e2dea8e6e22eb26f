import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeDirectory, openTestRepository } from "@precept/testing";
import { expect, it } from "vitest";
import { createPreceptProgram } from "../ci/precept-program.ts";
import { root } from "../run-node.ts";
import { guideProjects } from "./projects.ts";
import { renderGuide } from "./render-guide.ts";

/** Creates the projects of the guides when they are first used, and runs commands in them. */
async function createRunner(): Promise<(name: string, line: string) => Promise<string>> {
  const projects = new Map<string, string>();
  const create = (name: string): string => {
    const files = guideProjects[name];
    if (files === undefined) throw new Error(`No project "${name}" in projects.ts.`);
    const { dir, git } = openTestRepository();
    for (const [path, entry] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      if (typeof entry === "string") writeFileSync(join(dir, path), entry);
      else symlinkSync(entry.link, join(dir, path));
    }
    git("add", "-A");
    git("commit", "-qm", "Start");
    projects.set(name, dir);
    return dir;
  };
  const home = makeDirectory();
  const bin = await createPreceptProgram(join(openTestRepository().dir, "bin"));
  return (name, line) => {
    const cwd = projects.get(name) ?? create(name);
    const env = { ...process.env, PATH: `${bin}:${process.env["PATH"]}`, PRECEPT_HOME: home, NO_COLOR: "1" };
    return new Promise((resolve) => {
      execFile("sh", ["-c", `(${line}) 2>&1`], { cwd, env }, (error, out) => {
        const code = error === null || typeof error.code !== "number" ? 0 : error.code;
        resolve(`${out.replaceAll(cwd, "/project").trimEnd()}${code === 0 ? "" : `\n(exit code ${code})`}`);
      });
    });
  };
}

// `vitest run private/e2e/src/guides --update` writes the output into the guides.
it.each(["moving-rules.md", "writing-rules.md"])(
  "the commands of docs/guides/%s print what it says",
  async (name) => {
    const path = join(root, "docs/guides", name);
    await expect(await renderGuide(readFileSync(path, "utf8"), await createRunner())).toMatchFileSnapshot(path);
  },
  300_000,
);
