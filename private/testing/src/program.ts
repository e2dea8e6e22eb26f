import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const app = join(root, "apps/cli");
/** Inside the app, so that the bundle finds the packages that it does not contain. */
const cache = join(app, "node_modules/.cache/precept-programs");

/** Builds that are older are removed. Another test run may still use a younger one. */
const maxAgeMs = 3_600_000;

let program: string | undefined;

/**
 * Returns the path of `main.js` of `precept`, bundled as it is published. It starts in a fifth of the time that the
 * sources take. The bundle is built on first use after a source file has changed.
 */
export function preceptProgram(): string {
  return (program ??= join(build(), "main.js"));
}

function build(): string {
  const dir = join(cache, digestOfSources());
  if (existsSync(dir)) return dir;
  mkdirSync(cache, { recursive: true });
  // One worker builds, the others wait for up to a minute.
  const lock = `${dir}-lock`;
  for (let waits = 0; waits < 600 && !canCreate(lock); waits += 1) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    if (existsSync(dir)) return dir;
  }
  try {
    if (!existsSync(dir)) buildIn(dir);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
  return dir;
}

function buildIn(dir: string): void {
  for (const name of readdirSync(cache)) {
    const old = statSync(join(cache, name), { throwIfNoEntry: false });
    if (old !== undefined && Date.now() - old.mtimeMs > maxAgeMs) rmSync(join(cache, name), { recursive: true, force: true });
  }
  const unfinished = `${dir}-${process.pid}`;
  const args = [join(app, "node_modules/rolldown/bin/cli.mjs"), "--config", "rolldown.config.ts", "--dir", unfinished];
  execFileSync(process.execPath, args, { cwd: app, stdio: ["ignore", "ignore", "inherit"] });
  renameSync(unfinished, dir);
}

function canCreate(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch {
    return false;
  }
}

/** A digest of the names, sizes and change times of the files that a build reads. */
function digestOfSources(): string {
  const digest = createHash("sha256");
  for (const group of ["apps", "packages"]) {
    for (const name of readdirSync(join(root, group))) {
      const home = join(root, group, name);
      for (const part of ["src", "bundle", "policies", "package.json", "rolldown.config.ts"]) addTo(digest, join(home, part));
    }
  }
  return digest.digest("hex").slice(0, 16);
}

function addTo(digest: ReturnType<typeof createHash>, path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (stats.isDirectory()) for (const name of readdirSync(path)) addTo(digest, join(path, name));
  else if (!path.endsWith(".test.ts")) digest.update(`${path} ${stats.size} ${stats.mtimeMs}\n`);
}
