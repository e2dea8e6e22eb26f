import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const app = join(root, "apps/cli");
const bundler = join(import.meta.dirname, "bundle-program.ts");
/** Inside the app, so that the bundle finds the packages that it does not contain. */
const cache = join(app, "node_modules/.cache/precept-programs");

/** Builds that are older are removed. Another test run may still use a younger one. */
const maxAgeMs = 3_600_000;

/** Directories and files that a build may read. */
interface Sources {
  readonly groups: readonly string[];
  readonly parts: readonly string[];
  digest?: string;
}

const publishedSources: Sources = {
  groups: ["apps", "packages"],
  parts: ["src", "bundle", "policies", "package.json", "rolldown.config.ts"],
};
const consoleSources: Sources = {
  groups: ["apps", "packages"],
  parts: ["src", "build.ts", "vite.config.ts", "index.html", "snapshot.html", "package.json"],
};
const allSources: Sources = { groups: ["apps", "packages", "private"], parts: ["src", "test", "package.json"] };

/** The paths of the programs that this process has asked for, by name. */
const programs = new Map<string, string>();

/**
 * Returns the path of `main.js` of `precept`, bundled as it is published. It starts in a fifth of the time that the
 * sources take. The bundle is built on first use after a source file has changed.
 */
export function preceptProgram(): string {
  const command = ["node_modules/rolldown/bin/cli.mjs", "--config", "rolldown.config.ts", "--dir"];
  const dir = findOrBuild("precept", publishedSources, (unfinished) => runNode([...command, unfinished]));
  return join(dir, "main.js");
}

/** Returns the path of `console.json`, the built console. It is built on first use after a source file has changed. */
export function builtConsole(): string {
  return join(findOrBuild("console", consoleSources, buildConsole), "console.json");
}

function buildConsole(dir: string): void {
  runNode(["build.ts", dir], "", join(root, "apps/console"));
}

/**
 * Returns the path of a bundle of a TypeScript program, for tests that start it several times. The bundle is built on first use after a source file
 * has changed.
 * @param path the absolute path of the program.
 * @param text its text, if it is not a file.
 */
export function bundledProgram(path: string, text: string = readFileSync(path, "utf8")): string {
  const name = `${basename(path, ".ts")}-${createHash("sha256").update(path).update(text).digest("hex").slice(0, 16)}`;
  const build = (dir: string): void => runNode(["--conditions=@precept/source", bundler, path, dir], text);
  return join(findOrBuild(name, allSources, build), "program.js");
}

function runNode(args: readonly string[], input = "", cwd = app): void {
  // Otherwise, rolldown leaves its compiled code in the temporary directory.
  const env = { NODE_COMPILE_CACHE: join(cache, "compiled"), ...process.env };
  // The bundler lists the exports of built-in modules, and Node warns of the deprecated ones.
  execFileSync(process.execPath, ["--no-deprecation", ...args], { cwd, env, input, stdio: ["pipe", "ignore", "inherit"] });
}

/** Returns the directory of a program. @param build builds it in the given directory. */
function findOrBuild(name: string, sources: Sources, build: (dir: string) => void): string {
  const known = programs.get(name);
  if (known !== undefined) return known;
  const dir = join(cache, `${(sources.digest ??= digestOf(sources))}-${name}`);
  if (!existsSync(dir)) buildOnce(dir, build);
  programs.set(name, dir);
  return dir;
}

function buildOnce(dir: string, build: (dir: string) => void): void {
  mkdirSync(cache, { recursive: true });
  // One worker builds, the others wait for up to a minute.
  const lock = `${dir}-lock`;
  for (let waits = 0; waits < 600 && !canCreate(lock); waits += 1) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    if (existsSync(dir)) return;
  }
  try {
    if (existsSync(dir)) return;
    removeOldBuilds();
    const unfinished = `${dir}-${process.pid}`;
    build(unfinished);
    moveOrRemove(unfinished, dir);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Moves a finished build to its place, unless a worker that took more than a minute has put its own there. */
function moveOrRemove(unfinished: string, dir: string): void {
  try {
    renameSync(unfinished, dir);
  } catch (error) {
    if (!existsSync(dir)) throw error;
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function removeOldBuilds(): void {
  for (const name of readdirSync(cache)) {
    const old = statSync(join(cache, name), { throwIfNoEntry: false });
    if (old !== undefined && Date.now() - old.mtimeMs > maxAgeMs) rmSync(join(cache, name), { recursive: true, force: true });
  }
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
function digestOf({ groups, parts }: Sources): string {
  const digest = createHash("sha256");
  for (const group of groups) {
    for (const name of readdirSync(join(root, group))) {
      for (const part of parts) addTo(digest, join(root, group, name, part));
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
