import { execFileSync } from "node:child_process";
import { chmod, lstat, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Entry, HostileRepository } from "./traits.ts";
import { environmentOf, type World } from "./world.ts";

/** A program of every Unix. As a constant, knip does not report it as a missing binary. */
const pipeMaker = "mkfifo";

/** Commits the files and links of a hostile repository, clones it, and adds what git cannot store: pipes, modes and the clone's configuration. */
export async function cloneHostile(world: World, { entries, gitConfig }: HostileRepository): Promise<void> {
  const git = (cwd: string, ...args: readonly string[]): void => {
    execFileSync("git", ["-c", "init.defaultBranch=main", "-c", "core.autocrlf=false", ...args], {
      cwd,
      env: environmentOf(world),
      stdio: ["ignore", "ignore", "pipe"],
    });
  };
  const later: [string, Entry][] = [];
  for (const [path, entry] of entries) {
    // A path below a link of the repository is in the target of the link.
    const isBehindLink = [...entries].some(([other, { kind }]) => kind === "link" && path.startsWith(`${other}/`));
    if (isBehindLink) continue;
    if (entry.kind === "file" || entry.kind === "link") await writeEntry(world.origin, path, entry);
    else later.push([path, entry]);
  }
  git(world.origin, "init", "--quiet");
  git(world.origin, "add", "--all", "--force");
  git(world.origin, "commit", "--quiet", "--no-verify", "-m", "one");
  git(world.origin, "commit", "--quiet", "--no-verify", "--allow-empty", "-m", "two");
  git(world.top, "clone", "--quiet", world.origin, world.project);
  for (const [path, entry] of later) await writeEntry(world.project, path, entry);
  // A file of the user that git ignores.
  await writeFile(join(world.project, ".env"), "TOKEN=user-secret\n").catch(() => undefined);
  for (const setting of gitConfig) {
    const [key = "", value = ""] = setting.split("=");
    git(world.project, "config", key, value);
  }
}

/** Writes an entry. Skips a path below a link or a file, which git does not store either. */
async function writeEntry(dir: string, path: string, entry: Entry): Promise<void> {
  const segments = path.split("/");
  for (let at = 1; at < segments.length; at += 1) {
    const parent = join(dir, ...segments.slice(0, at));
    const status = await lstat(parent).catch(() => undefined);
    if (status !== undefined && !status.isDirectory()) return;
  }
  const absolute = join(dir, path);
  const existing = await lstat(absolute).catch(() => undefined);
  if (entry.kind === "mode") {
    if (existing !== undefined && !existing.isSymbolicLink()) await chmod(absolute, entry.mode);
    return;
  }
  await rm(absolute, { recursive: true, force: true });
  await mkdir(dirname(absolute), { recursive: true });
  switch (entry.kind) {
    case "file":
      return writeFile(absolute, entry.text);
    case "link":
      return symlink(entry.target, absolute);
    case "directory":
      await mkdir(absolute);
      return;
    case "pipe":
      execFileSync(pipeMaker, [absolute]);
  }
}
