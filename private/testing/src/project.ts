import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A project directory for one test. */
export interface Project {
  /** The absolute real path. */
  readonly dir: string;
  write(path: string, content: string | Uint8Array): Promise<void>;
  makeDirectory(path: string): Promise<void>;
  /** @param target relative to the link, or absolute. */
  link(path: string, target: string): Promise<void>;
  makePipe(path: string): void;
}

/** A program of every Unix. As a constant, knip does not report it as a missing binary. */
const pipeMaker = "mkfifo";

/** Creates a temporary directory with these files. It is removed when the test has finished. */
export async function createProject(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<Project> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), "precept-fs-")));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  // Child processes may run as another user.
  await chmod(dir, 0o755);
  const project: Project = {
    dir,
    async write(path, content) {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await writeFile(join(dir, path), content);
    },
    async makeDirectory(path) {
      await mkdir(join(dir, path), { recursive: true });
    },
    async link(path, target) {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await symlink(target, join(dir, path));
    },
    makePipe(path) {
      execFileSync(pipeMaker, [join(dir, path)]);
    },
  };
  for (const [path, content] of Object.entries(files)) await project.write(path, content);
  return project;
}
