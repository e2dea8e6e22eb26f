import { execFileSync } from "node:child_process";
import { chmod, chown, copyFile, lstat, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { editSnapshot, nobody } from "@precept/testing";
import * as fc from "fast-check";
import { damages } from "./damage-bytes.ts";

/** A constant, so that knip does not mistake the program for the binary of a package. */
const pipeProgram = "mkfifo";

const isRoot = process.geteuid?.() === 0;

/**
 * What happens to the snapshots of a user. With `forged`, remembered texts are changed, and others could have written the snapshot.
 */
const kinds = [
  "nothing",
  "flip",
  "cut",
  "append",
  "empty",
  "noise",
  "older",
  "foreign",
  "directory",
  "link",
  "pipe",
  "unreadable",
  "forged file",
  "forged directory",
  "forged parent",
  // Only root can give a file to another user.
  ...(isRoot ? (["forged owner", "forged directory owner"] as const) : []),
] as const;

export const disturbance = fc.record({
  kind: fc.constantFrom(...kinds),
  /** Where, as a part of the length. */
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  bits: fc.integer({ min: 1, max: 255 }),
  section: fc.constantFrom("config", "directories", "export", "found", "policies", "policies", "rules", "rules"),
  umask: fc.constantFrom(0o000, 0o002, 0o022, 0o077),
});
export type Disturbance = typeof disturbance extends fc.Arbitrary<infer Value> ? Value : never;

/** Changes the only snapshot in `home`. Returns a function that makes the directories of the user private again, without what was forged. */
export async function disturb(home: string, { kind, at, bits, section }: Disturbance): Promise<() => Promise<void>> {
  const cache = join(home, "cache");
  const dir = join(cache, "projects");
  const name = (await readdir(dir).catch(() => [])).find((one) => !one.startsWith("."));
  if (name === undefined) return async () => undefined;
  const path = join(dir, name);
  const older = join(home, "older-snapshot");
  const content = await readFile(path).catch(() => Buffer.alloc(0));
  const start = Math.floor(at * content.length);
  switch (kind) {
    case "flip":
    case "cut":
    case "empty":
    case "noise":
      await writeFile(path, damages[kind](content, start, bits));
      break;
    case "append":
      await writeFile(path, Buffer.concat([content, content.subarray(start)]));
      break;
    case "older":
      await rename(path, `${older}-2`);
      await copyFile(older, path).catch(() => undefined);
      await rename(`${older}-2`, older);
      break;
    case "foreign":
      await writeFile(path, content.toString("latin1").replace(/"project":"[^"]*"/, `"project":"/other"`), "latin1");
      break;
    case "directory":
      await rm(path);
      await mkdir(path);
      break;
    case "link":
      await rename(path, older);
      await symlink(older, path);
      break;
    case "pipe":
      await rm(path);
      execFileSync(pipeProgram, [path]);
      break;
    case "unreadable":
      await chmod(path, 0o200);
      break;
    case "forged directory":
    case "forged directory owner":
    case "forged file":
    case "forged owner":
    case "forged parent":
      return forge({ cache, dir, path }, kind, section);
    case "nothing":
      break;
  }
  return () => restore(path);
}

/** Changes texts that are remembered, and lets another user own or write the snapshot. */
async function forge(
  { cache, dir, path }: Readonly<Record<"cache" | "dir" | "path", string>>,
  kind: Disturbance["kind"],
  section: string,
): Promise<() => Promise<void>> {
  await editSnapshot(dir, section, (text) =>
    text.replaceAll(/\b(?:one|two|six|ten|bad|sad|tabs|tape|briefly)\b/gi, (word) => "x".repeat(word.length)),
  );
  if (kind === "forged file") await chmod(path, 0o606);
  if (kind === "forged directory") await chmod(dir, 0o777);
  if (kind === "forged parent") await chmod(cache, 0o775);
  if (kind === "forged owner") await chown(path, nobody, nobody);
  if (kind === "forged directory owner") await chown(dir, nobody, nobody);
  return async () => {
    if (kind !== "forged file" && kind !== "forged owner") await rm(path, { force: true });
    await chmod(cache, 0o700);
    await rm(join(dir, "other"), { force: true });
    if (isRoot) await chown(dir, 0, 0);
    await chmod(dir, 0o700);
    await restore(path);
  };
}

/** Removes what is no file or cannot be read. */
async function restore(path: string): Promise<void> {
  const status = await lstat(path).catch(() => undefined);
  if (status !== undefined && (!status.isFile() || (status.mode & 0o400) === 0)) await rm(path, { recursive: true });
}

/** Returns the snapshots and directories in `home` that others can read or write. */
export async function findOpenSnapshots(home: string): Promise<readonly string[]> {
  const dir = join(home, "cache", "projects");
  const paths = [dir, ...(await readdir(dir).catch(() => [])).map((name) => join(dir, name))];
  const statuses = await Promise.all(paths.map(async (path) => ({ path, status: await lstat(path).catch(() => undefined) })));
  return statuses.filter(({ status }) => status !== undefined && (status.mode & 0o077) !== 0).map(({ path }) => path);
}
