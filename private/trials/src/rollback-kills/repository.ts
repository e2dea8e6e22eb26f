import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** Runs git without the configuration of this machine. */
export function gitIn(dir: string, ...args: readonly string[]): string {
  return execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], {
    cwd: dir,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C" },
  });
}

/** Creates a repository with every kind of file that a rollback restores. */
export function writeBefore(dir: string): void {
  gitIn(dir, "init", "-q");
  for (let at = 0; at < 120; at += 1) write(dir, `src/part-${at % 7}/file-${at}.txt`, `first ${at}\n`.repeat(200));
  write(dir, "becomes-directory", "a file\n");
  write(dir, "becomes-file/inside.txt", "in a directory\n");
  write(dir, "run.sh", "echo first\n", 0o755);
  write(dir, "read-only.txt", "first\n", 0o444);
  write(dir, "secret/key.txt", "first secret\n", 0o600);
  chmodSync(join(dir, "secret"), 0o700);
  write(dir, ".gitignore", ".env\nbuild/\n");
  write(dir, ".env", "TOKEN=first\n", 0o600);
  symlinkSync("run.sh", join(dir, "link"));
  gitIn(dir, "add", "-A");
  gitIn(dir, "commit", "-qm", "first");
  write(dir, "staged.txt", "staged first\n");
  gitIn(dir, "add", "staged.txt");
  write(dir, "staged.txt", "not staged\n");
  write(dir, "untracked.txt", "untracked\n");
  gitIn(dir, "update-index", "--assume-unchanged", "run.sh");
}

/** Changes the files as an agent could after the checkpoint. */
export function writeAfter(dir: string): void {
  for (let at = 0; at < 120; at += 2) write(dir, `src/part-${at % 7}/file-${at}.txt`, `second ${at}\n`.repeat(300));
  for (let at = 1; at < 120; at += 12) rmSync(join(dir, `src/part-${at % 7}/file-${at}.txt`));
  for (let at = 0; at < 40; at += 1)
    write(dir, `new/deep-${at % 5}/file-${at}.txt`, `new ${at}\n`.repeat(100), at % 3 === 0 ? 0o600 : 0o644);
  chmodSync(join(dir, "new/deep-1"), 0o750);
  rmSync(join(dir, "becomes-directory"));
  write(dir, "becomes-directory/inside.txt", "now a directory\n");
  rmSync(join(dir, "becomes-file"), { recursive: true });
  write(dir, "becomes-file", "now a file\n");
  rmSync(join(dir, "read-only.txt"));
  rmSync(join(dir, "secret"), { recursive: true });
  rmSync(join(dir, "link"));
  symlinkSync("staged.txt", join(dir, "link"));
  write(dir, ".env", "TOKEN=second\n", 0o600);
  chmodSync(join(dir, "run.sh"), 0o700);
  mkdirSync(join(dir, "empty"));
  gitIn(dir, "rm", "-q", "--cached", "untracked.txt", "--ignore-unmatch");
  gitIn(dir, "add", "-A", "src", "new");
}

function write(dir: string, path: string, content: string, mode = 0o644): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), content);
  chmodSync(join(dir, path), mode);
}

/** Describes everything in a working tree and its index that a rollback changes. */
export function manifestOf(dir: string): string {
  const lines: string[] = [];
  const read = (within: string): void => {
    for (const name of readdirSync(join(dir, within)).toSorted()) {
      const path = join(within, name);
      if (path === ".git") continue;
      const found = lstatSync(join(dir, path));
      const mode = (found.mode & 0o7777).toString(8);
      if (found.isDirectory()) {
        lines.push(`${mode} ${path}/`);
        read(path);
      } else if (found.isSymbolicLink()) lines.push(`link ${path} ${readlinkSync(join(dir, path))}`);
      else lines.push(`${mode} ${path} ${readFileSync(join(dir, path), "base64")}`);
    }
  };
  read("");
  return [...lines, gitIn(dir, "ls-files", "--stage", "-v"), gitIn(dir, "write-tree")].join("\n");
}
