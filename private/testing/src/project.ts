import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A temporary directory for one test. Paths are relative to it. */
export interface Project {
  /** Absolute, with symbolic links resolved. */
  readonly dir: string;
  /** Writes a file and creates its parent directories. */
  readonly write: (path: string, content: string | Uint8Array) => Promise<void>;
  /** Deletes a file or a directory with everything in it. */
  readonly remove: (path: string) => Promise<void>;
  readonly makeDirectory: (path: string) => Promise<void>;
  /** Creates a symbolic link. @param target relative to the link, or absolute. */
  readonly link: (path: string, target: string) => Promise<void>;
  /** Creates a named pipe (FIFO). */
  readonly makePipe: (path: string) => void;
}

/** A constant, so that knip does not mistake the program for the binary of a package. */
const pipeProgram = "mkfifo";

/** Creates a temporary directory with these files. It is deleted when the test has finished. */
export async function createProject(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<Project> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), "precept-fs-")));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  // Child processes of another user need access.
  await chmod(dir, 0o755);
  const project: Project = {
    dir,
    async write(path, content) {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await writeFile(join(dir, path), content);
    },
    remove: (path) => rm(join(dir, path), { recursive: true }),
    async makeDirectory(path) {
      await mkdir(join(dir, path), { recursive: true });
    },
    async link(path, target) {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await symlink(target, join(dir, path));
    },
    makePipe(path) {
      execFileSync(pipeProgram, [join(dir, path)]);
    },
  };
  for (const [path, content] of Object.entries(files)) await project.write(path, content);
  return project;
}
