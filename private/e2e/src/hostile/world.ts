import { createHash } from "node:crypto";
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

/** A text in all files outside the project, which must never appear in an answer. */
export const canary = "CANARY-7f3a91-DO-NOT-READ";

/** A temporary directory with a home directory, files outside the project, and the project. */
export interface World {
  readonly top: string;
  /** The home directory. */
  readonly home: string;
  /** A directory outside the project, with another project's files. */
  readonly outside: string;
  /** The repository that is cloned. */
  readonly origin: string;
  /** The clone. */
  readonly project: string;
  /** A program that leaves a file in `marks` when it runs. */
  readonly program: string;
  readonly marks: string;
  readonly remove: () => Promise<void>;
}

export async function createWorld(): Promise<World> {
  const top = await realpath(await mkdtemp(join(tmpdir(), "precept-hostile-")));
  const world: World = {
    top,
    home: join(top, "home"),
    outside: join(top, "outside"),
    origin: join(top, "origin"),
    project: join(top, "project"),
    program: join(top, "bin/mark"),
    marks: join(top, "marks"),
    remove: () => rm(top, { recursive: true, force: true }),
  };
  const rule = `---\nname: foreign\ndescription: Another project's rule\nalwaysApply: true\n---\n\n${canary} rule\n`;
  const files: Readonly<Record<string, string>> = {
    "home/.bashrc": `# ${canary} bashrc\n`,
    "home/.gitconfig": "[user]\n\tname = A\n\temail = a@example.com\n",
    "home/.ssh/id_ed25519": `${canary} key\n`,
    "home/.claude/CLAUDE.md": `${canary} personal memory\n`,
    "home/.precept/rules/own.md": "---\nname: own\ndescription: The user's own rule\n---\n\nBe kind.\n",
    "outside/secret.txt": `${canary} secret\n`,
    "outside/rules/foreign.md": rule,
    "outside/rules/foreign.mdc": rule,
    "outside/rules/foreign.instructions.md": rule,
    "outside/AGENTS.md": `${canary} agents\n`,
    "outside/config.yaml": `user: "${canary} config"\n`,
    "outside/ledger.json": `${canary} ledger\n`,
    "outside/baseline.json": `${canary} baseline\n`,
    "outside/policies/foreign.yaml": `id: ${canary}-POLICY\nseverity: LOW\nmessage: m\nmatch: { pattern: x }\n`,
    "outside/audit/rule_violations.jsonl": `{"log_id":"${canary}"}\n`,
    "outside/state/traces.jsonl": `{"at":"2026-01-01T00:00:00.000Z","files":[],"final":["${canary}"]}\n`,
    "outside/rules.sqlite": `${canary} database\n`,
    "outside/empty.sqlite": "",
    "bin/mark": `#!/bin/sh\necho "$0 $*" >> "${join(top, "marks")}/$$"\ncat\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(top, path)), { recursive: true });
    await writeFile(join(top, path), text, { mode: path.startsWith("bin/") ? 0o755 : 0o644 });
  }
  for (const dir of ["tmp", "marks", "origin"]) await mkdir(join(top, dir), { recursive: true });
  return world;
}

/** The environment of commands. Only `PATH` and the directory of compiled code are inherited. */
export function environmentOf({ top, home }: World): Record<string, string> {
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  return {
    PATH,
    NODE_COMPILE_CACHE,
    HOME: home,
    USERPROFILE: home,
    TMPDIR: join(top, "tmp"),
    XDG_CONFIG_HOME: join(home, ".config"),
    PRECEPT_HOME: join(home, ".precept"),
    GIT_CONFIG_NOSYSTEM: "1",
    NO_COLOR: "1",
  };
}

/** Returns kind, mode and content hash of all files outside the project, by path. Skips the user's Precept directory, which commands may change. */
export async function manifestOf(world: World): Promise<ReadonlyMap<string, string>> {
  const manifest = new Map<string, string>();
  const ownFiles = join(world.home, ".precept");
  const visit = async (path: string): Promise<void> => {
    if (path === ownFiles || path === world.project) return;
    const status = await lstat(path);
    const mode = (status.mode & 0o7777).toString(8);
    const name = relative(world.top, path);
    if (status.isSymbolicLink()) manifest.set(name, `link ${await readlink(path)}`);
    else if (status.isDirectory()) {
      manifest.set(name, `directory ${mode}`);
      for (const entry of await readdir(path)) await visit(join(path, entry));
    } else if (status.isFile()) {
      manifest.set(
        name,
        `file ${mode} ${createHash("sha256")
          .update(await readFile(path))
          .digest("hex")}`,
      );
    } else manifest.set(name, `other ${mode}`);
  };
  await visit(world.top);
  // The files of the clone's git directory that git reads its configuration from or runs.
  for (const part of ["config", "hooks", "info", "HEAD"]) {
    const path = join(world.project, ".git", part);
    if ((await lstat(path).catch(() => undefined)) !== undefined) await visit(path);
  }
  return manifest;
}

/** Returns the differences of two manifests, one line each. */
export function diffManifests(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return paths
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => `${path}: ${before.get(path) ?? "nothing"} → ${after.get(path) ?? "nothing"}`);
}
