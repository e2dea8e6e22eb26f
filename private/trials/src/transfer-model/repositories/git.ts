import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ignoredPaths } from "./paths.ts";

/** Runs git without the configuration of this machine. */
const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };

/** Makes a repository of a project, which ignores some rule files. Nothing is committed yet. */
export function startRepository(dir: string): void {
  git(dir, "init", "--quiet");
  writeFileSync(join(dir, ".gitignore"), `${ignoredPaths.join("\n")}\n`);
}

/** Commits all files of a repository. */
export function commitAll(dir: string): void {
  const identity = ["-c", "user.name=User", "-c", "user.email=user@example.com"];
  git(dir, "add", "--all");
  git(dir, ...identity, "commit", "--quiet", "--allow-empty", "--message", "All files");
}

function git(dir: string, ...args: readonly string[]): void {
  execFileSync("git", args, { cwd: dir, env, stdio: ["ignore", "ignore", "pipe"] });
}
