import { cp, mkdir, readdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { publishedPackages, root, workspacePackages } from "./published.ts";
import { run } from "./run.ts";

const git = ["-c", "user.name=release", "-c", "user.email=release@localhost", "-c", "core.hooksPath=/dev/null"];

/** Copies the repository, its builds included, to a directory and versions the packages there as a release does. Returns the new version. */
export async function versionCopy(copy: string): Promise<string> {
  await copyRepository(copy);
  const command = join(root, "node_modules/@changesets/cli/bin.js");
  // Changesets calls pnpm to update the lock file.
  await run("npx", ["-y", "-p", "pnpm@12", process.execPath, command, "version"], { cwd: copy });
  const packages = await workspacePackages(copy);
  const versions = new Set(packages.filter((one) => one.manifest.private !== true).map(({ manifest }) => manifest.version));
  const [version] = versions;
  if (version === undefined || versions.size !== 1)
    throw new Error(`The packages have different versions: ${[...versions].join(", ")}`);
  const changed = packages.filter(({ manifest }) => manifest.private === true && manifest.version !== "0.0.0");
  if (changed.length > 0) throw new Error(`Private packages were versioned: ${changed.map(({ dir }) => dir).join(", ")}`);
  const left = (await readdir(join(copy, ".changeset"))).filter((name) => name.endsWith(".md") && name !== "README.md");
  if (left.length > 0) throw new Error(`Changesets were not used: ${left.join(", ")}`);
  return version;
}

async function copyRepository(copy: string): Promise<void> {
  const { output } = await run("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], { cwd: root });
  const files = output.split("\0").filter((file) => file !== "");
  const builds = (await publishedPackages()).map(({ dir }) => `${dir}/dist`);
  for (const path of [...files, ...builds]) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await cp(join(root, path), join(copy, path), { recursive: true, verbatimSymlinks: true });
  }
  await mkdir(join(copy, "node_modules"));
  await symlink(join(root, "node_modules/@changesets"), join(copy, "node_modules/@changesets"), "junction");
  await run("git", ["init", "--quiet", "--initial-branch", "main"], { cwd: copy });
  await run("git", ["add", "--all"], { cwd: copy });
  await run("git", [...git, "commit", "--quiet", "--message", "Copy"], { cwd: copy });
}
